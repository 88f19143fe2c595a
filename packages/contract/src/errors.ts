import { type Static, Type } from 'typebox'
import { oneOf, strict } from './schema.ts'
import { ValidationResult } from './validation.ts'

/** All request-level errors. Each code has a page at /docs/errors/{code}. */
export const ERRORS = {
  invalid_request: { status: 400, title: 'The request is invalid' },
  invalid_json: { status: 400, title: 'The body is not valid JSON' },
  invalid_email: { status: 400, title: 'The email address is malformed' },
  address_refused: { status: 400, title: 'The address cannot be used to sign up' },
  password_refused: { status: 400, title: 'The password is too easy to guess' },
  multiple_credentials: { status: 400, title: 'More than one credential was sent' },
  upload_mismatch: { status: 400, title: 'The uploaded file does not match the prepared upload' },
  unauthenticated: { status: 401, title: 'Authentication is required' },
  invalid_credentials: { status: 401, title: 'The email address or password is wrong' },
  second_factor_required: { status: 401, title: 'A two-factor code is required' },
  invalid_second_factor: { status: 401, title: 'The two-factor code is wrong' },
  subscription_required: { status: 402, title: 'An active subscription is required' },
  quota_exceeded: { status: 402, title: 'The account has too few credits left' },
  write_permission_required: { status: 403, title: 'Write permission is required' },
  scope_required: { status: 403, title: 'The token does not have the required scope' },
  network_not_allowed: { status: 403, title: 'The token cannot be used from this network' },
  role_required: { status: 403, title: 'Your role in this account does not allow this' },
  session_required: { status: 403, title: 'This operation requires a signed-in session' },
  forbidden_origin: { status: 403, title: 'Requests from this origin are not allowed' },
  password_sign_in_off: { status: 403, title: 'Passwords are turned off' },
  single_sign_on_refused: { status: 403, title: 'Single sign-on did not succeed' },
  address_unconfirmed: { status: 403, title: 'The address of the person is not confirmed' },
  second_factor_setup_required: { status: 403, title: 'The account requires two-factor authentication' },
  passkey_refused: { status: 403, title: 'The passkey was not accepted' },
  sign_up_closed: { status: 403, title: 'Sign-up is closed' },
  proof_refused: { status: 403, title: 'The proof of work is not valid' },
  link_invalid: { status: 403, title: 'The link is not valid' },
  playground_refused: { status: 403, title: 'The playground ticket is not valid' },
  storage_exceeded: { status: 403, title: 'The storage limit of the account is reached' },
  plan_limit: { status: 403, title: 'The plan of the account does not allow this' },
  not_found: { status: 404, title: 'Not found' },
  method_not_allowed: { status: 405, title: 'The method is not allowed' },
  request_timeout: { status: 408, title: 'The request took too long to arrive' },
  idempotency_conflict: { status: 409, title: 'The idempotency key was used with different input' },
  idempotency_in_progress: { status: 409, title: 'A request with this idempotency key is still running' },
  csv_not_ready: { status: 409, title: 'The CSV is not ready' },
  upload_not_ready: { status: 409, title: 'The file has not been uploaded' },
  upload_claimed: { status: 409, title: 'The upload was already submitted' },
  list_conflict: { status: 409, title: 'The list has another submission in this place' },
  address_suppressed: { status: 409, title: 'The address is suppressed' },
  contact_exists: { status: 409, title: 'Another contact has this address' },
  account_exists: { status: 409, title: 'An account with this address already exists' },
  confirmation_required: { status: 409, title: 'The address belongs to an account that must confirm the link' },
  identity_taken: { status: 409, title: 'The identity belongs to another person' },
  already_member: { status: 409, title: 'The person is a member of the account already' },
  last_owner: { status: 409, title: 'An account needs an owner' },
  count_changed: { status: 409, title: 'The number of contacts is not the expected one' },
  too_many_rules: { status: 409, title: 'The account has too many saved rules' },
  second_factor_enabled: { status: 409, title: 'Two-factor authentication is already on' },
  job_expired: { status: 410, title: 'The results have expired' },
  upload_expired: { status: 410, title: 'The upload has expired' },
  link_expired: { status: 410, title: 'The link has expired' },
  length_required: { status: 411, title: 'Content-Length is required' },
  upload_exists: { status: 412, title: 'The file was already uploaded' },
  body_too_large: { status: 413, title: 'The body is too large' },
  unsupported_media_type: { status: 415, title: 'The media type is not supported' },
  range_not_satisfiable: { status: 416, title: 'The range is outside the file' },
  expectation_failed: { status: 417, title: 'The expectation cannot be met' },
  misdirected: { status: 421, title: 'The request is for another host' },
  too_many_unfinished: { status: 429, title: 'Too many unfinished submissions' },
  too_many_uploads: { status: 429, title: 'Too many unfinished uploads' },
  rate_limited: { status: 429, title: 'Too many requests' },
  headers_too_large: { status: 431, title: 'The request headers are too large' },
  internal: { status: 500, title: 'Internal error' },
  mail_failed: { status: 502, title: 'The mail server did not accept the email' },
  mail_not_configured: { status: 503, title: 'The service cannot send email' },
  bulk_disabled: { status: 503, title: 'Bulk validation is turned off' },
  unavailable: { status: 503, title: 'Temporarily unavailable' },
} as const satisfies Record<string, { status: number; title: string }>

export type ErrorCode = keyof typeof ERRORS

export const ERROR_CODES = Object.keys(ERRORS) as ErrorCode[]

export const FieldProblem = strict({
  path: Type.String({ description: 'JSON Pointer (RFC 6901) to the invalid value.' }),
  message: Type.String(),
})
export type FieldProblem = Static<typeof FieldProblem>

/** RFC 9457 problem details, sent as application/problem+json. */
export const Problem = strict({
  type: Type.String({ format: 'uri-reference', description: 'Page that explains the error code.' }),
  title: Type.String(),
  status: Type.Integer({ minimum: 400, maximum: 599 }),
  detail: Type.String(),
  code: Type.Unsafe<ErrorCode>(oneOf(ERROR_CODES)),
  request_id: Type.String(),
  errors: Type.Optional(Type.Array(FieldProblem, { description: 'The invalid values, one entry each.' })),
  offline_result: Type.Optional({
    ...ValidationResult,
    description:
      'The result without domain checks, if the domain lookup failed. It is not billed, and it has no domain fields.',
  }),
})
export type Problem = Static<typeof Problem>

/** Errors of single rows: data inside a successful response, never billed. */
export const ROW_ERROR_CODES = ['invalid_email', 'malformed_row', 'lookup_failed', 'job_failed'] as const
export type RowErrorCode = (typeof ROW_ERROR_CODES)[number]

export const RowError = strict({ code: oneOf(ROW_ERROR_CODES), message: Type.String() })
export type RowError = Static<typeof RowError>
