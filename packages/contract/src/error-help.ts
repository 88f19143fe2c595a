// The cause and fix of each error: for its documentation page, for OpenAPI and for assistants.
import type { ErrorCode } from './errors.ts'

export const ERROR_HELP: Record<ErrorCode, { cause: string; fix: string }> = {
  invalid_request: {
    cause: 'A parameter, header or body field is missing, unknown or out of range.',
    fix: 'Check errors: each entry points to a value and says what is expected. Correct it and send the request again.',
  },
  invalid_json: {
    cause: 'The body is empty, not UTF-8, not JSON, nested too deeply or contains a duplicate key.',
    fix: 'Send one JSON object in UTF-8 with Content-Type: application/json.',
  },
  invalid_email: {
    cause: 'The text is not an email address; detail names the rule it breaks. You were not charged.',
    fix: 'Correct the address. In a query string, send a plus sign as %2B; otherwise it arrives as a space.',
  },
  address_refused: {
    cause: 'The address is disposable, cannot receive email or is not of a domain that can sign up; detail says which.',
    fix: 'Sign up with another address.',
  },
  password_refused: {
    cause: 'The password is too short, too common or based on account data.',
    fix: 'Choose a longer password that does not contain your name or address.',
  },
  multiple_credentials: {
    cause: 'The request contains more than one of an API token, a bearer token and a session cookie.',
    fix: 'Send only one of them. Programs that use a token should not send cookies.',
  },
  upload_mismatch: {
    cause: 'The number of bytes received differs from the size announced when the upload was prepared.',
    fix: 'Prepare an upload with the exact file size, then PUT exactly that file.',
  },
  unauthenticated: {
    cause: 'The credential is missing, unknown, expired or revoked.',
    fix: 'Send an API token in SERVICE-EMAIL-API-TOKEN or as Authorization: Bearer. If the token has expired, create a new one.',
  },
  invalid_credentials: {
    cause: 'The email address and the password do not match.',
    fix: 'Check both. The owner of the instance can create a link to set a new password.',
  },
  second_factor_required: {
    cause: 'The account uses two-factor authentication, and no code was sent.',
    fix: 'Send the six-digit code from the authenticator app, or a backup code, with the sign-in.',
  },
  invalid_second_factor: {
    cause: 'The code is wrong, expired or was already used.',
    fix: 'Use the next code from the app, check the clock of the device, or use a backup code.',
  },
  second_factor_setup_required: {
    cause: 'The account requires two-factor authentication of its members, and you signed in without it.',
    fix: 'Turn on two-factor authentication, sign in with a passkey, or sign in with an identity provider that reports several factors.',
  },
  subscription_required: {
    cause: 'The account has no active subscription.',
    fix: 'Ask the owner of the instance to activate the subscription.',
  },
  quota_exceeded: {
    cause:
      'The plan of the account has fewer credits left in this month than the request needs; detail says how many. You were not charged.',
    fix: 'Wait until the credits renew, send fewer addresses, or choose a larger plan.',
  },
  write_permission_required: {
    cause: 'The token is read-only, and this operation changes data.',
    fix: 'Use a token with write permission (ms_w_…).',
  },
  scope_required: {
    cause: 'The token is limited to other parts of the API.',
    fix: 'Use a token with the required scope: validate, bulk or contacts.',
  },
  network_not_allowed: {
    cause: 'The token is limited to certain networks, and the request came from another one.',
    fix: 'Send the request from an allowed network, or create a token for this one.',
  },
  role_required: {
    cause:
      'Viewers can only read. Members can validate, and change lists and contacts. Only admins and owners manage the account.',
    fix: 'Ask an admin or an owner of the account to do this, or to change your role.',
  },
  session_required: {
    cause: 'The operation is for signed-in people, and the request was made with an API token.',
    fix: 'Sign in and send the session instead of the token.',
  },
  forbidden_origin: {
    cause: 'The request was made by a page of another origin, or its origin is not known.',
    fix: 'Programs: use a token, and send no cookie and no Origin. Pages: serve them from this instance.',
  },
  password_sign_in_off: {
    cause: 'The operator of this instance has turned off passwords (PASSWORD_SIGN_IN=off).',
    fix: 'Sign in with an identity provider, or with a sign-in link from the operator.',
  },
  single_sign_on_refused: {
    cause: 'The identity provider did not prove who you are, or what it sent does not give access. detail says which.',
    fix: 'Follow detail. The operator of the instance finds the reason of a failure in its log.',
  },
  address_unconfirmed: {
    cause:
      'The person joined by a link and has not proved that the address is theirs. They can work only in the account that they joined first.',
    fix: 'Sign in and confirm the address under Settings, or open the link in the email of an invitation. Without a mail server, the operator runs `admin users confirm`.',
  },
  passkey_refused: {
    cause: 'The passkey is unknown, its answer is not valid, or its challenge has expired or was already used.',
    fix: 'Start again. If it keeps failing, sign in another way and add the passkey again in Settings.',
  },
  sign_up_closed: {
    cause: 'The owner of the instance has closed sign-up.',
    fix: 'Ask the owner for an account.',
  },
  proof_refused: {
    cause: 'The proof of work of the sign-up is wrong, was used before or has expired.',
    fix: 'Get a new challenge, solve it, and send the sign-up within ten minutes.',
  },
  link_invalid: {
    cause: 'The link was modified, is incomplete or belongs to another instance.',
    fix: 'Use the link exactly as returned, or request a new one.',
  },
  playground_refused: {
    cause: 'The playground ticket is missing, was already used or is more than a minute old.',
    fix: 'Request a new ticket, or use an API token.',
  },
  storage_exceeded: {
    cause: 'The uploads and results of the account have reached its storage limit.',
    fix: 'Wait until older results expire after 30 days, or ask the owner of the instance for more storage.',
  },
  plan_limit: {
    cause: 'The plan of the account leaves this out, or allows less of it; detail says what.',
    fix: 'Choose a plan that has it, or ask the owner of the instance.',
  },
  not_found: {
    cause: 'Nothing exists at this URL, or it belongs to another account.',
    fix: 'Check the path and the id, and use a credential of the account that owns the resource.',
  },
  method_not_allowed: {
    cause: 'The URL exists, but does not support this method.',
    fix: 'Use one of the methods in the Allow header.',
  },
  request_timeout: {
    cause: 'The request or its body did not arrive in time.',
    fix: 'Send it again over a faster connection, or in smaller parts.',
  },
  idempotency_conflict: {
    cause: 'The Idempotency-Key was already used with different input.',
    fix: 'Use a new key for new input. Reuse a key only to repeat the same request.',
  },
  idempotency_in_progress: {
    cause: 'The first request with this Idempotency-Key is still running.',
    fix: 'Wait for Retry-After seconds and send the request again. It then returns the response of the first request.',
  },
  csv_not_ready: {
    cause: 'The results are not complete yet, or the job failed and has no CSV.',
    fix: 'Poll the job until it is completed, then request the CSV again.',
  },
  upload_not_ready: {
    cause: 'The upload was prepared, but the file has not arrived.',
    fix: 'PUT the file to upload_url, then submit upload_id.',
  },
  upload_claimed: {
    cause: 'The upload was already submitted by another request.',
    fix: 'Prepare a new upload for each submission.',
  },
  list_conflict: {
    cause: 'The list has another submission as this part, or the submission belongs to another list.',
    fix: 'Add each submission to one list, each under its own round and part.',
  },
  contact_exists: {
    cause: 'Another contact of the account has this address, or one for the same mailbox.',
    fix: 'Update that contact instead, or choose another address.',
  },
  address_suppressed: {
    cause: 'The address was deleted with the request never to store it again.',
    fix: 'Choose another address, or ask the owner of the instance.',
  },
  account_exists: {
    cause: 'An account with this address already exists.',
    fix: 'Sign in to it, or use another address.',
  },
  confirmation_required: {
    cause:
      'The identity provider has verified an address that belongs to an account here, and the identity is not linked to it.',
    fix: 'Sign in to the account another way, then link the identity with the same ticket (POST /account/identities).',
  },
  identity_taken: {
    cause: 'The identity is linked to another person of this instance.',
    fix: 'Sign in with the identity, and unlink it there first.',
  },
  already_member: {
    cause: 'The signed-in person belongs to the account that the invitation is for.',
    fix: 'Switch to the account. The invitation remains open for somebody else.',
  },
  last_owner: {
    cause: 'The member is the only owner of the account.',
    fix: 'Make another member an owner first.',
  },
  count_changed: {
    cause:
      'Contacts were added or deleted since they were counted, or some of the ids do not exist. Nothing was deleted.',
    fix: 'Count the contacts again and send the new number as expected_count.',
  },
  too_many_rules: {
    cause: 'The account has as many saved policies, or entries of allow and deny lists, as it can have.',
    fix: 'Delete those that you no longer need. For a whole domain, add the domain instead of its addresses.',
  },
  second_factor_enabled: {
    cause: 'Two-factor authentication is already on for this account.',
    fix: 'Turn it off first to set it up again.',
  },
  job_expired: {
    cause: 'Results are kept for 30 days after submission.',
    fix: 'Submit the list again.',
  },
  upload_expired: {
    cause: 'The upload was not submitted within an hour.',
    fix: 'Prepare and upload the file again.',
  },
  link_expired: {
    cause: 'Links are valid for up to an hour.',
    fix: 'Request a new link to the same file.',
  },
  length_required: {
    cause: 'The upload has no Content-Length.',
    fix: 'Send Content-Length with the prepared size, without chunked encoding.',
  },
  upload_exists: {
    cause: 'The file was already uploaded and cannot be replaced.',
    fix: 'Submit upload_id, or prepare a new upload for another file.',
  },
  body_too_large: {
    cause: 'The body exceeds the size limit of the operation.',
    fix: 'Split the list, or upload it as a CSV.',
  },
  unsupported_media_type: {
    cause: 'The operation does not accept this Content-Type.',
    fix: 'Send Content-Type: application/json. For uploads, send the headers returned when the upload was prepared.',
  },
  range_not_satisfiable: {
    cause: 'The range starts after the end of the file.',
    fix: 'Read the file size from Content-Range and request a range within it.',
  },
  expectation_failed: {
    cause: 'The Expect header asks for something other than 100-continue.',
    fix: 'Remove the Expect header.',
  },
  misdirected: {
    cause: 'The Host header does not name this service.',
    fix: 'Use the host name of this instance. Its owner can add names with HOST_NAMES.',
  },
  too_many_unfinished: {
    cause: 'The account already has three unfinished submissions, the maximum.',
    fix: 'Wait until one of them is done, then submit again.',
  },
  too_many_uploads: {
    cause: 'The account already has three unfinished uploads, the maximum.',
    fix: 'Submit them, discard them with DELETE /account/uploads/{uploadId}, or wait until they expire after an hour.',
  },
  rate_limited: {
    cause: 'Too many requests were sent within a time window.',
    fix: 'Wait for Retry-After seconds, then send requests more slowly.',
  },
  headers_too_large: {
    cause: 'The request headers exceed 16 kB.',
    fix: 'Send fewer or shorter headers. Cookies are the usual cause.',
  },
  internal: {
    cause: 'The service failed. The error is in its log.',
    fix: 'Try again. If the problem persists, send the request_id to the owner of the instance.',
  },
  mail_failed: {
    cause: 'The mail server in SMTP_URL could not be reached or refused the email; detail says why.',
    fix: 'Correct SMTP_URL or MAIL_FROM, restart the service, and send another test email.',
  },
  mail_not_configured: {
    cause: 'The operation sends an email, and the installation has no mail server (SMTP_URL).',
    fix: 'Ask an owner or admin of your account, or the operator, for a link. Operators: set SMTP_URL and MAIL_FROM.',
  },
  bulk_disabled: {
    cause: 'The owner of the instance has turned off bulk validation.',
    fix: 'Try again later. Submitted lists continue to run, and single addresses can be validated.',
  },
  unavailable: {
    cause: 'The database, DNS or disk did not respond in time, or the service is overloaded. You were not charged.',
    fix: 'Wait for Retry-After seconds, then send the same request again.',
  },
}
