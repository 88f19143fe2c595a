// Which errors an operation can answer, by what its route demands and by what it does.
import { ERROR_HELP, ERRORS, type ErrorCode, type Problem } from '@mailsift/contract'
import type { FastifyContextConfig, FastifySchema } from 'fastify'
import type { Answer, Operation } from './document.ts'

/** Beyond what follows from access, parameters and body. */
const ERRORS_OF: Readonly<Record<string, readonly ErrorCode[]>> = {
  validateEmail: ['quota_exceeded', 'invalid_email', 'playground_refused', 'idempotency_conflict', 'rate_limited'],
  validateEmailWithInsight: ['quota_exceeded', 'invalid_email', 'idempotency_conflict'],
  submitBulk: [
    ...([
      'idempotency_conflict',
      'idempotency_in_progress',
      'not_found',
      'upload_not_ready',
      'upload_claimed',
    ] as const),
    ...(['upload_expired', 'too_many_unfinished', 'storage_exceeded', 'bulk_disabled', 'quota_exceeded'] as const),
  ],
  validateForBigQuery: ['quota_exceeded'],
  validateForSnowflake: ['quota_exceeded'],
  prepareUpload: [
    ...(['idempotency_conflict', 'idempotency_in_progress', 'too_many_uploads', 'upload_claimed'] as const),
    ...(['storage_exceeded', 'bulk_disabled'] as const),
  ],
  addToList: ['list_conflict'],
  readJob: ['job_expired'],
  readGroup: ['job_expired'],
  downloadJob: ['csv_not_ready', 'job_expired'],
  downloadGroup: ['csv_not_ready', 'job_expired'],
  updateContact: ['invalid_email', 'contact_exists', 'address_suppressed'],
  getSignUpChallenge: ['forbidden_origin', 'sign_up_closed', 'rate_limited'],
  signUp: [
    ...(['invalid_email', 'address_refused', 'forbidden_origin', 'sign_up_closed', 'proof_refused'] as const),
    ...(['password_sign_in_off', 'rate_limited'] as const),
  ],
  readSignUp: ['forbidden_origin', 'link_invalid', 'rate_limited'],
  confirmSignUp: [
    ...(['invalid_email', 'password_refused', 'forbidden_origin', 'link_invalid', 'password_sign_in_off'] as const),
    ...(['account_exists', 'rate_limited'] as const),
  ],
  signIn: [
    ...(['invalid_credentials', 'second_factor_required', 'invalid_second_factor'] as const),
    ...([
      'forbidden_origin',
      'password_sign_in_off',
      'passkey_refused',
      'address_unconfirmed',
      'rate_limited',
    ] as const),
  ],
  challengePasskey: ['forbidden_origin', 'rate_limited'],
  signInByPasskey: ['unauthenticated', 'forbidden_origin', 'passkey_refused', 'address_unconfirmed', 'rate_limited'],
  beginPasskey: ['invalid_credentials', 'passkey_refused', 'rate_limited'],
  addPasskey: ['second_factor_setup_required', 'passkey_refused', 'rate_limited'],
  beginSingleSignOn: ['forbidden_origin', 'not_found', 'rate_limited'],
  finishSingleSignOn: [
    ...(['plan_limit', 'already_member', 'address_unconfirmed'] as const),
    ...(['unauthenticated', 'second_factor_required', 'invalid_second_factor', 'forbidden_origin'] as const),
    ...(['single_sign_on_refused', 'link_invalid', 'not_found', 'account_exists', 'confirmation_required'] as const),
    ...(['identity_taken', 'rate_limited'] as const),
  ],
  beginLink: ['invalid_credentials', 'not_found', 'rate_limited'],
  linkIdentity: ['single_sign_on_refused', 'link_invalid', 'not_found', 'identity_taken', 'rate_limited'],
  mailConfirmation: ['mail_not_configured', 'rate_limited'],
  confirmAddress: ['link_invalid', 'rate_limited'],
  signInByLink: ['link_invalid', 'address_unconfirmed', 'forbidden_origin', 'rate_limited'],
  requestPasswordReset: ['password_sign_in_off', 'mail_not_configured', 'forbidden_origin', 'rate_limited'],
  makeMemberResetLink: ['password_sign_in_off', 'rate_limited'],
  sendTestMail: ['invalid_email', 'not_found', 'rate_limited', 'mail_failed', 'mail_not_configured'],
  resetPassword: ['password_refused', 'link_invalid', 'password_sign_in_off', 'forbidden_origin', 'rate_limited'],
  changePassword: ['password_sign_in_off', 'password_refused', 'invalid_credentials', 'rate_limited'],
  setUpSecondFactor: ['invalid_credentials', 'second_factor_enabled', 'rate_limited'],
  confirmSecondFactor: [
    ...(['second_factor_setup_required', 'invalid_second_factor', 'not_found', 'second_factor_enabled'] as const),
    'rate_limited',
  ],
  disableSecondFactor: ['invalid_credentials', 'rate_limited'],
  makeBackupCodes: ['invalid_credentials', 'not_found', 'rate_limited'],
  issueToken: ['rate_limited'],
  rollOverToken: ['rate_limited'],
  issuePlaygroundTicket: ['rate_limited'],
  makeSiteKey: ['rate_limited'],
  changeRole: ['last_owner'],
  removeMember: ['last_owner', 'role_required'],
  switchAccount: ['not_found'],
  invite: ['invalid_email', 'rate_limited'],
  readInvitation: ['link_invalid', 'forbidden_origin', 'rate_limited'],
  acceptInvitation: ['link_invalid', 'already_member', 'address_unconfirmed', 'plan_limit', 'rate_limited'],
  joinByInvitation: [
    'plan_limit',
    ...(['invalid_email', 'password_refused', 'link_invalid', 'forbidden_origin', 'password_sign_in_off'] as const),
    ...(['account_exists', 'rate_limited'] as const),
  ],
  guardEmail: [
    'quota_exceeded',
    'plan_limit',
    'invalid_email',
    'unauthenticated',
    'forbidden_origin',
    'subscription_required',
    'rate_limited',
  ],
  deleteContacts: ['count_changed'],
  savePolicy: ['too_many_rules'],
  addListEntries: ['too_many_rules'],
  startCheckout: ['not_found'],
  openBillingPortal: ['not_found'],
  readConfiguration: ['not_found'],
  importBounces: ['invalid_request', 'body_too_large', 'unsupported_media_type', 'request_timeout'],
  setMailbox: ['invalid_email'],
  makeBounceSource: ['rate_limited'],
  exportAuditTrail: ['not_found'],
  removeSuppression: ['not_found'],
}

/** Any request can meet them. */
const ERRORS_OF_ALL = ['misdirected', 'headers_too_large', 'internal', 'unavailable'] as const

export function errorsOf(schema: FastifySchema, config: FastifyContextConfig | undefined): ErrorCode[] {
  const codes = new Set<ErrorCode>([...ERRORS_OF_ALL, ...(ERRORS_OF[schema.operationId!] ?? [])])
  const add = (...more: ErrorCode[]) => more.forEach((code) => void codes.add(code))
  if (schema.params || schema.querystring || schema.headers || schema.body) add('invalid_request')
  if (schema.params) add('not_found')
  if (schema.body) add('invalid_json', 'body_too_large', 'unsupported_media_type', 'request_timeout')
  const access = config?.access
  if (access === undefined || access === 'public') return inOrder(codes)
  add('multiple_credentials', 'unauthenticated')
  const kinds = access.kinds ?? ['token', 'session', 'bearer']
  // A plan can limit the requests of everybody in the account, and leave out parts of the service.
  add('rate_limited', 'plan_limit')
  if (kinds.includes('token')) add('subscription_required', 'network_not_allowed')
  else add('session_required')
  if (!access.beforeSecondFactor) add('second_factor_setup_required')
  if (access.scope) add('scope_required')
  if (access.role !== 'viewer' && (access.role || access.permission === 'write' || access.subscription))
    add('role_required')
  if (access.permission === 'write' && kinds.includes('token')) add('write_permission_required')
  if (access.subscription) add('subscription_required')
  if (kinds.includes('session') && (access.permission === 'write' || access.subscription)) add('forbidden_origin')
  return inOrder(codes)
}

const inOrder = (codes: ReadonlySet<ErrorCode>) =>
  (Object.keys(ERRORS) as ErrorCode[]).filter((code) => codes.has(code))

/** One answer for each status, with an example for each of its codes. */
export function errorAnswers(codes: readonly ErrorCode[], failure?: object): Record<string, Answer> {
  const byStatus = Map.groupBy(codes, (code) => ERRORS[code].status)
  return Object.fromEntries(Array.from(byStatus, ([status, own]) => [status, answerOf(own, failure)]))
}

function answerOf(codes: readonly ErrorCode[], failure?: object): Answer {
  const description = codes.map((code) => `\`${code}\`: ${ERRORS[code].title}.`).join(' ')
  if (failure) return { description, content: { 'application/json': { schema: { ...failure } } } }
  const examples = Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }]))
  return {
    description,
    content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' }, examples } },
  }
}

/** The content of `#/components/examples`: one for each code that the answers refer to. */
export function errorExamples(operations: readonly Operation[]): Record<string, object> {
  const named = new Set(
    operations
      .flatMap(({ responses }) => Object.values(responses))
      .flatMap(({ content }) => Object.keys(content?.['application/problem+json']?.examples ?? {})),
  )
  const codes = (Object.keys(ERRORS) as ErrorCode[]).filter((code) => named.has(code))
  return Object.fromEntries(codes.map((code) => [code, exampleOf(code)]))
}

function exampleOf(code: ErrorCode): { summary: string; description: string; value: Problem } {
  const { status, title } = ERRORS[code]
  const { cause, fix } = ERROR_HELP[code]
  const errors = [{ path: '/querystring/take', message: 'must be <= 100' }]
  const value: Problem = {
    type: `/docs/errors/${code}`,
    title,
    status,
    detail: cause,
    code,
    request_id: '0198a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b',
    ...(code === 'invalid_request' && { errors }),
  }
  return { summary: title, description: fix, value }
}
