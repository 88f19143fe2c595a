import type { ErrorCode, FieldProblem, Problem, ValidationResult } from '@mailsift/contract'

/** The base of all errors of this client. An aborted call throws the reason of its signal instead. */
export class MailsiftError extends Error {
  override readonly name: string = 'MailsiftError'
}

/** The service could not be reached, or the connection broke before the response was complete. */
export class ConnectionError extends MailsiftError {
  override readonly name = 'ConnectionError'
}

/** `unexpected_response`: the response is not the service's, such as a proxy's error page. */
export type ApiErrorCode = ErrorCode | 'unexpected_response'

/** The service responded with an error. */
export class ApiError<Code extends ApiErrorCode = ApiErrorCode> extends MailsiftError {
  override readonly name = 'ApiError'
  readonly code: Code
  readonly status: number
  /** Quote it when you report a problem: it identifies the log line of the request. */
  readonly requestId: string | undefined
  /** The fields that failed the schema, if that was the reason. */
  readonly errors: readonly FieldProblem[]
  /** If the domain could not be looked up: what is known of the address without a lookup. */
  readonly offlineResult: ValidationResult | undefined
  /** When the service allows a retry. */
  readonly retryAfterSeconds: number | undefined

  constructor(
    code: Code,
    message: string,
    response: Response,
    problem: Pick<Problem, 'errors' | 'offline_result'> = {},
  ) {
    super(message)
    this.code = code
    this.status = response.status
    this.requestId = response.headers.get('request-id') ?? undefined
    this.errors = problem.errors ?? []
    this.offlineResult = problem.offline_result
    this.retryAfterSeconds = readRetryAfter(response.headers.get('retry-after'), Date.now())
  }
}

/** Narrows an error to one code: `if (isApiError(error, 'too_many_unfinished')) …` */
export function isApiError<Code extends ApiErrorCode>(error: unknown, code: Code): error is ApiError<Code> {
  return error instanceof ApiError && error.code === code
}

export function readApiError(response: Response, body: string): ApiError {
  const problem = parseProblem(body)
  if (problem) return new ApiError(problem.code, problem.detail || problem.title, response, problem)
  const { status } = response
  // Another server's page, or a redirect, which browsers report as status 0.
  const hint = status < 500 && status !== 429 ? ': is baseUrl the address of the service, https included?' : ''
  return new ApiError('unexpected_response', `Unexpected answer with status ${status}${hint}`, response)
}

function parseProblem(body: string): Problem | undefined {
  try {
    const value = JSON.parse(body)
    return typeof value?.code === 'string' && typeof value.title === 'string' ? value : undefined
  } catch {
    return undefined
  }
}

/** RFC 9110 §10.2.3: a number of seconds or a date. */
export function readRetryAfter(header: string | null, nowMs: number): number | undefined {
  if (header === null) return undefined
  if (/^\d+$/.test(header)) return Number(header)
  const at = Date.parse(header)
  return Number.isNaN(at) ? undefined : Math.max(0, (at - nowMs) / 1000)
}
