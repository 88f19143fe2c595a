import { UsageError } from '@mailsift/command/command'
import { ApiError, ConnectionError, CsvRefusedError, MailsiftError } from '@mailsift/sdk'
import { formatDuration } from './duration.ts'

/** Exit codes, for scripts. README.md explains them to users. */
export const EXIT = {
  ok: 0,
  /** A bug in this program. */
  bug: 1,
  /** The command line, or a file or id in it, cannot be used. */
  usage: 2,
  credentials: 3,
  service: 4,
  partial: 5,
  unsafe: 10,
  /** 128 + the signal number, as in shells. */
  interrupted: 130,
  terminated: 143,
} as const
export type ExitCode = (typeof EXIT)[keyof typeof EXIT]

/** Ends the command with a message for the user. */
export class Failure extends Error {
  readonly exitCode: ExitCode
  /** The message for an assistant, without the content of files. */
  readonly withoutContent: string

  constructor(exitCode: ExitCode, message: string, withoutContent = message) {
    super(message)
    this.exitCode = exitCode
    this.withoutContent = withoutContent
  }
}

export const usageError = (message: string, withoutContent?: string) => new Failure(EXIT.usage, message, withoutContent)

/** The user interrupted the command, for example with Ctrl-C. Everything was already printed. */
export class Interrupted extends Error {
  readonly exitCode: ExitCode

  constructor(signal: 'SIGINT' | 'SIGTERM') {
    super(signal)
    this.exitCode = signal === 'SIGINT' ? EXIT.interrupted : EXIT.terminated
  }
}

/** The message and the exit code for any error. */
export function readFailure(error: unknown): { exitCode: ExitCode; message: string } {
  if (error instanceof Interrupted) return { exitCode: error.exitCode, message: '' }
  if (error instanceof Failure) return error
  if (error instanceof UsageError) return { exitCode: EXIT.usage, message: error.message }
  if (error instanceof ApiError) return { exitCode: exitCodeOf(error), message: describe(error) }
  if (error instanceof ConnectionError)
    return { exitCode: EXIT.service, message: `${error.message}. Run \`mailsift doctor\` for details.` }
  // A file that could not be read is the user's to fix; a file whose rows all failed is not.
  if (error instanceof CsvRefusedError)
    return { exitCode: error.group.total === 0 ? EXIT.usage : EXIT.service, message: error.message }
  if (error instanceof MailsiftError) return { exitCode: EXIT.service, message: `${error.message}.` }
  if (error instanceof Error && error.name === 'CsvStructureError')
    return { exitCode: EXIT.usage, message: error.message }
  if (isSystemError(error)) return { exitCode: EXIT.usage, message: describeSystemError(error) }
  return { exitCode: EXIT.bug, message: error instanceof Error ? (error.stack ?? error.message) : String(error) }
}

/** The advice for a 413 response that does not come from the service. */
export const PROXY_ADVICE =
  'a proxy in front of the service rejects large uploads (413). Raise its limit to 50 MiB (nginx: client_max_body_size 50m)'

function exitCodeOf({ status }: ApiError): ExitCode {
  if (status === 401 || status === 402 || status === 403) return EXIT.credentials
  if (status === 400 || status === 404 || status === 410) return EXIT.usage
  return EXIT.service
}

function describe({ message, errors, requestId, retryAfterSeconds, status, code }: ApiError): string {
  // The service always gives a reason for refusing a body; a response without one comes from a proxy.
  if (status === 413 && code === 'unexpected_response')
    return `The upload failed: ${PROXY_ADVICE}. Run \`mailsift doctor\` to check it.`
  const details = errors.map(({ path, message }) => `\n  ${path} ${message}`).join('')
  if (code === 'too_many_uploads') return `${message}\n  Run \`mailsift uploads\` to list and discard them.`
  const next = code === 'unauthenticated' ? '\n  Run `mailsift login` to store a new token, or set MAILSIFT_TOKEN.' : ''
  const later = retryAfterSeconds ? `\n  Try again in ${formatDuration(retryAfterSeconds)}.` : ''
  return message + details + next + later + (requestId ? `\n  Request ID: ${requestId}` : '')
}

type SystemError = NodeJS.ErrnoException & { code: string; syscall: string }

function isSystemError(error: unknown): error is SystemError {
  return error instanceof Error && 'syscall' in error && 'code' in error
}

const SYSTEM_ERRORS: Record<string, string> = {
  ENOENT: 'does not exist',
  EACCES: 'cannot be accessed: permission denied',
  EISDIR: 'is a folder',
  ENOTDIR: 'is not inside a folder',
  ENOSPC: 'does not fit on the disk',
  EDQUOT: 'exceeds your disk quota',
  EFBIG: 'exceeds the maximum file size',
  EROFS: 'is on a read-only disk',
}

function describeSystemError({ code, path, message }: SystemError): string {
  const what = SYSTEM_ERRORS[code]
  return path && what ? `${path} ${what}.` : message
}
