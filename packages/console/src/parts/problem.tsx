import { ApiError, type ApiErrorCode, ConnectionError } from '@mailsift/sdk'
import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { isSignedOut } from '../session/session.ts'
import { common, problems } from '../texts/common.ts'
import { Button } from './button.tsx'
import { Text } from './text.tsx'

/** An error with its fix; the page around it stays. For an ended session, the fix is the sign-in above the page. */
export function Problem({ error, onRetry }: { error: unknown; onRetry?: (() => void) | undefined }) {
  if (!error || isSignedOut(error)) return null
  // Only for faults of the service. Errors that the user can fix need no report.
  const requestId = error instanceof ApiError && error.status >= 500 ? error.requestId : undefined
  return (
    <Notice
      tone="unsafe"
      role="alert"
      action={
        onRetry && (
          <Button onClick={onRetry} className="shrink-0">
            {common.tryAgain}
          </Button>
        )
      }
    >
      <p>{messageOf(error)}</p>
      {requestId && (
        <p className="mt-1 text-xs">
          <Text
            message={problems.requestId}
            values={{ id: <code className="font-mono break-all">{requestId}</code> }}
          />
        </p>
      )}
    </Notice>
  )
}

function messageOf(error: unknown): string {
  if (error instanceof ConnectionError) return problems.unreachable
  if (error instanceof ApiError) {
    const advice = problems.advice[error.code as ApiErrorCode]
    const fields = error.errors.map(({ message }) => message).filter((message) => !error.message.includes(message))
    return [error.message, ...fields, advice].filter(Boolean).join(' ')
  }
  return error instanceof Error ? error.message : String(error)
}

const TONES = {
  unsafe: 'bg-unsafe-tint text-unsafe',
  risky: 'bg-risky-tint text-risky',
  safe: 'bg-safe-tint text-safe',
  plain: 'bg-raised text-ink',
} as const

export function Notice({
  tone,
  role,
  action,
  children,
}: {
  tone: keyof typeof TONES
  role?: 'alert' | 'status'
  action?: ReactNode
  children: ReactNode
}) {
  return (
    <div
      role={role}
      className={`flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md px-3.5 py-2.5 text-sm ${TONES[tone]}`}
    >
      <div className="flex min-w-0 flex-1 basis-64 items-start gap-2.5">
        {tone !== 'plain' && tone !== 'safe' && <CircleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />}
        <div className="min-w-0 wrap-anywhere">{children}</div>
      </div>
      {action}
    </div>
  )
}
