import { useMutation, useQueryClient } from '@tanstack/react-query'
import { BookOpen, CircleHelp, LogOut, Monitor, Moon, Sun } from 'lucide-react'
import { lazy, type ReactNode, Suspense } from 'react'
import { mailsift } from '../api/client.ts'
import { SERVICE_URL } from '../base.ts'
import { IconButton } from '../parts/button.tsx'
import { Problem } from '../parts/problem.tsx'
import { isSignedOut, useSession } from '../session/session.ts'
import { appearance, nav } from '../texts/common.ts'
import { format } from '../texts/format.ts'
import { setTheme, THEMES, useTheme } from './theme.ts'

const AccountSwitch = lazy(() => import('./account-switch.tsx'))

const ICONS = { system: Monitor, light: Sun, dark: Moon } as const

/** The signed-in account, the theme, the documentation and the sign-out. */
export function AccountLine() {
  const { data: session } = useSession()
  const client = useQueryClient()
  const theme = useTheme()
  const leave = useMutation({
    networkMode: 'always',
    // A session that started at an identity provider also ends there.
    mutationFn: async () => (session?.provider ? mailsift.account.singleSignOn.signOut() : mailsift.account.signOut()),
    onSettled: (left, error) => {
      if (error && !isSignedOut(error)) return
      client.clear()
      if (left?.redirect_to) location.assign(left.redirect_to)
      else location.reload()
    },
  })
  if (!session) return null
  const { email, name } = session.account
  const Icon = ICONS[theme]
  return (
    <div className="border-t border-line pt-3">
      <p className="truncate px-2.5 text-sm font-medium" title={email}>
        {name || email}
      </p>
      {name && <p className="truncate px-2.5 text-xs text-soft">{email}</p>}
      {session.accounts.length > 1 && (
        <Suspense>
          <AccountSwitch session={session} />
        </Suspense>
      )}
      <div className="mt-1.5 flex gap-0.5">
        <IconButton
          label={format(appearance.themeNow, { theme: appearance.themes[theme] })}
          onClick={() => setTheme(THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length]!)}
        >
          <Icon />
        </IconButton>
        <IconLink href={`${SERVICE_URL}/help/`} label={nav.help}>
          <CircleHelp className="size-4.5" />
        </IconLink>
        <IconLink href={`${SERVICE_URL}/docs`} label={nav.reference}>
          <BookOpen className="size-4.5" />
        </IconLink>
        <IconButton label={nav.signOut} className="ml-auto" onClick={() => leave.mutate()}>
          <LogOut />
        </IconButton>
      </div>
      <Problem error={leave.error} />
    </div>
  )
}

function IconLink({ href, label, children }: { href: string; label: string; children: ReactNode }) {
  return (
    <a
      href={href}
      aria-label={label}
      title={label}
      className="inline-grid size-9 place-items-center rounded-md text-soft hover:bg-raised hover:text-ink"
    >
      {children}
    </a>
  )
}
