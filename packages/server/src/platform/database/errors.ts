// Meanings of query errors. Kept apart from the code that makes queries, which the supervisor does not load.

/** pg's own words, which have no code. */
const LOST_CONNECTION =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client (was closed|has encountered a connection error) and is not queryable)/
const UNREACHABLE_CODES = new Set(
  'ECONNREFUSED ECONNRESET ECONNABORTED ENOENT EPIPE ETIMEDOUT EHOSTUNREACH ENETUNREACH ENOTFOUND EAI_AGAIN'.split(' '),
)

/** True when the database was unavailable, or rolled the transaction back for another one, as opposed to having refused: the caller may try again later. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const code = errorCode(error)
  if (isSessionRefused(error)) return true
  if (!code) return error instanceof Error && LOST_CONNECTION.test(error.message)
  // Classes 08 (connection), 53 (resources, disk full included), 57P0x (shutdown, crash, starting up); 25P03: we were
  // silent in a transaction for too long, or it took too long (25P04); 25006: the server has become one that only reads; class
  // 40: deadlock or conflict; class 58: the server's disk or system failed.
  return /^(08|53|57P0|25P0[34]|25006|40|58)/.test(code) || UNREACHABLE_CODES.has(code) || isTimeLimit(error)
}

/** The server ended the statement by `statement_timeout`, `lock_timeout` or an operator's word (57014, 55P03). */
export function isTimeLimit(error: unknown): boolean {
  return ['57014', '55P03'].includes(errorCode(error) ?? '')
}

/**
 * The server takes no session of ours, or ends it: a password that is being changed, a role that may not log in, a database that is
 * missing or closed. With an operator's hand it passes.
 */
function isSessionRefused(error: unknown): boolean {
  const { severity } = (error ?? {}) as { severity?: unknown }
  return severity === 'FATAL' || /^(28|3D000)/.test(errorCode(error) ?? '')
}

export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  return errorCode(error) === '23505' && (!constraint || (error as { constraint?: string }).constraint === constraint)
}

export function errorCode(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' ? code : undefined
}
