import { CONSOLE_PATHS } from '@mailsift/contract/console'
import {
  AtSign,
  ChartNoAxesColumn,
  ContactRound,
  FileSpreadsheet,
  Filter,
  Globe,
  KeyRound,
  ListChecks,
  MailX,
  ServerCog,
  Settings2,
  Users,
} from 'lucide-react'
import { Link, useLocation } from 'wouter'
import { classes } from '../parts/class.ts'
import { isAdmin, useLastSession } from '../session/session.ts'
import { nav } from '../texts/common.ts'

/** `key` is the key that follows g. */
export const DESTINATIONS = [
  { path: CONSOLE_PATHS.check, label: nav.check, icon: AtSign, key: 'c' },
  { path: CONSOLE_PATHS.clean, label: nav.clean, icon: Filter, key: 'l' },
  { path: CONSOLE_PATHS.files, label: nav.files, icon: FileSpreadsheet, key: 'f' },
  { path: CONSOLE_PATHS.contacts, label: nav.contacts, icon: ContactRound, key: 'p' },
  { path: CONSOLE_PATHS.domains, label: nav.domains, icon: Globe, key: 'd' },
  { path: CONSOLE_PATHS.bounces, label: nav.bounces, icon: MailX, key: 'b' },
  { path: CONSOLE_PATHS.rules, label: nav.rules, icon: ListChecks, key: 'r' },
  { path: CONSOLE_PATHS.tokens, label: nav.tokens, icon: KeyRound, key: 't' },
  { path: CONSOLE_PATHS.team, label: nav.team, icon: Users, key: 'm' },
  { path: CONSOLE_PATHS.usage, label: nav.usage, icon: ChartNoAxesColumn, key: 'u' },
  { path: CONSOLE_PATHS.settings, label: nav.settings, icon: Settings2, key: 's' },
] as const

/** For people who run the installation. */
const OPERATOR = { path: CONSOLE_PATHS.operator, label: nav.operator, icon: ServerCog }

export function Navigation({ onNavigate }: { onNavigate?: () => void }) {
  const [location] = useLocation()
  const session = useLastSession()
  const canManage = isAdmin(session?.role)
  const shown = DESTINATIONS.filter(({ path }) => canManage || path !== CONSOLE_PATHS.tokens)
  return (
    <nav aria-label={nav.label}>
      <ul className="grid gap-0.5">
        {[...shown, ...(session?.operator ? [OPERATOR] : [])].map(({ path, label, icon: Icon }) => {
          const isHere = path === '/' ? location === '/' : isBelow(location, path)
          return (
            <li key={path}>
              <Link
                href={path}
                onClick={onNavigate}
                aria-current={isHere ? 'page' : undefined}
                className={classes(
                  'flex items-center gap-3 rounded-md px-2.5 py-2 text-sm transition-colors',
                  isHere ? 'bg-accent-tint font-medium text-accent' : 'text-soft hover:bg-raised hover:text-ink',
                )}
              >
                <Icon className="size-4.5 shrink-0" aria-hidden />
                {label}
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

/** The results of a job belong to the files page. */
function isBelow(location: string, path: string): boolean {
  return location.startsWith(path) || (path === CONSOLE_PATHS.files && location.startsWith('/jobs/'))
}
