import { ERRORS, type ErrorCode, type FieldProblem, type Problem, type ValidationResult } from '@mailsift/contract'
import type { FastifyError } from 'fastify'
import { isDatabaseUnavailable } from '../database/errors.ts'

export type AppErrorOptions = {
  retryAfterSeconds?: number
  errors?: FieldProblem[]
  offlineResult?: ValidationResult
  headers?: Record<string, string>
}

/** A failure that the caller is told about; its status comes from the contract's one table of codes. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly options: AppErrorOptions

  constructor(code: ErrorCode, detail: string, options: AppErrorOptions = {}) {
    super(detail)
    this.code = code
    this.options = options
  }

  get statusCode(): number {
    return ERRORS[this.code].status
  }
}

const UNAVAILABLE_RETRY_SECONDS = 2

/** The framework's errors in the contract's terms. */
const FRAMEWORK_ERRORS: Record<string, [ErrorCode, string]> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['unsupported_media_type', 'Send the body as application/json.'],
  FST_ERR_MAX_PARAM_LENGTH: ['not_found', 'Nothing exists at this URL.'],
  FST_ERR_BAD_URL: ['invalid_request', 'The request URL is malformed.'],
}

/** Every error becomes an AppError; what is not known is `internal` and its text stays in the logs. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  const { code, validation, validationContext, statusCode } = error as Partial<FastifyError>
  if (validation) {
    const errors = validation.map((problem) => ({
      path: `/${validationContext}${problem.instancePath}${missingPropertyOf(problem)}`,
      message: messageOf(problem as never),
    }))
    return invalidValues(errors)
  }
  const known = code && FRAMEWORK_ERRORS[code]
  if (known) return new AppError(...known)
  if (isDatabaseUnavailable(error))
    return new AppError('unavailable', 'The database is temporarily unreachable.', {
      retryAfterSeconds: UNAVAILABLE_RETRY_SECONDS,
    })
  if (statusCode && statusCode >= 400 && statusCode < 500)
    return new AppError('invalid_request', 'The request is invalid.')
  return new AppError('internal', 'The service failed. Quote the request id when you report it.')
}

function invalidValues(errors: FieldProblem[]): AppError {
  return new AppError('invalid_request', 'The request is invalid. See errors for each invalid value.', { errors })
}

/** `path` names the part of the request and the value, such as /body/name. */
export function invalidValue(path: string, message: string): AppError {
  return invalidValues([{ path, message }])
}

export function unknownProperty(path: string, known: Iterable<string>): AppError {
  return invalidValue(path, unsupported([...known]))
}

const unsupported = (known: readonly string[]) =>
  `has a parameter that is not supported. Supported: ${known.join(', ') || 'none'}.`

/** A property that is missing has no place in the request of its own. Its name comes from the schema. */
function missingPropertyOf({ keyword, params }: { keyword: string; params: Record<string, unknown> }): string {
  return keyword === 'required' ? `/${params.missingProperty}` : ''
}

/** Says what was expected; never echoes a value or the name of a property, which may be an address. */
function messageOf({
  keyword,
  message,
  params,
  parentSchema,
}: {
  keyword: string
  message?: string
  params: Record<string, unknown>
  parentSchema?: { properties?: object }
}): string {
  if (keyword === 'additionalProperties') return unsupported(Object.keys(parentSchema?.properties ?? {}))
  if (keyword === 'required') return 'is required'
  if (keyword === 'enum')
    return `must be one of ${(params.allowedValues as unknown[]).map((value) => JSON.stringify(value)).join(', ')}`
  return message ?? 'is not allowed'
}

export function problemOf(error: AppError, requestId: string, docsUrl: string): Problem {
  const { status, title } = ERRORS[error.code]
  return {
    type: `${docsUrl}/errors/${error.code}`,
    title,
    status,
    detail: error.message,
    code: error.code,
    request_id: requestId,
    ...(error.options.errors && { errors: error.options.errors }),
    ...(error.options.offlineResult && { offline_result: error.options.offlineResult }),
  }
}
