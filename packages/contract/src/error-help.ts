// The cause of each error and its remedy: for the page of the code, for OpenAPI and for assistants.
import type { ErrorCode } from './errors.ts'

export const ERROR_HELP: Record<ErrorCode, { cause: string; fix: string }> = {
  invalid_request: {
    cause: 'A parameter, a header or a field of the body is missing, unknown or outside its bounds.',
    fix: 'Read errors: each entry points at one value and says what was expected. Change it and send the request again.',
  },
  invalid_json: {
    cause: 'The body is empty, not UTF-8, not JSON, nested too deeply, or has the same key twice.',
    fix: 'Send one JSON object, encoded as UTF-8, with Content-Type: application/json.',
  },
  invalid_email: {
    cause: 'The text cannot be an email address; detail says which rule it breaks. It was not billed.',
    fix: 'Correct the address. In a query, encode it: a plus sign must be sent as %2B, or it arrives as a space.',
  },
  password_refused: {
    cause: 'The password is short, common, or made of what is known about the account.',
    fix: 'Choose a longer one that has nothing to do with the name or the address.',
  },
  multiple_credentials: {
    cause:
      'The request shows two of an API token, a bearer token and a session cookie, and it is not clear which was meant.',
    fix: 'Send one of them. A program that uses a token should send no cookies.',
  },
  upload_mismatch: {
    cause: 'The bytes that arrived are not as many as were announced when the upload was prepared.',
    fix: 'Prepare an upload with the exact size of the file, and PUT exactly these bytes.',
  },
  unauthenticated: {
    cause: 'No credential was sent, or it is unknown, expired or revoked.',
    fix: 'Send an API token in SERVICE-EMAIL-API-TOKEN, or as Authorization: Bearer. Make a new token if the old one has expired.',
  },
  invalid_credentials: {
    cause: 'The address and the password do not belong together.',
    fix: 'Check both. The owner of the instance can make a link that sets a new password.',
  },
  second_factor_required: {
    cause: 'The account is protected by a second factor, and no code was sent.',
    fix: 'Send the six digits of the authenticator, or a recovery code, with the sign-in.',
  },
  invalid_second_factor: {
    cause: 'The code is wrong, was used before, or is from another time.',
    fix: 'Wait for the next code of the authenticator, check the clock of the device, or use a recovery code.',
  },
  subscription_required: {
    cause: 'The account has no active subscription, and this operation needs one.',
    fix: 'Ask the owner of the instance to activate the subscription of the account.',
  },
  write_permission_required: {
    cause: 'The token was made for reading, and this operation changes something.',
    fix: 'Use a token with the permission write (ms_w_…).',
  },
  scope_required: {
    cause: 'The token was restricted to other parts of the API.',
    fix: 'Use a token whose scopes hold this part: validate, bulk or contacts.',
  },
  network_not_allowed: {
    cause: 'The token may be used only from the networks that it names, and the request came from another.',
    fix: 'Send the request from one of these networks, or make a token for this one.',
  },
  session_required: {
    cause: 'The operation is for people who are signed in, and an API token was sent.',
    fix: 'Sign in and send the session instead of the token.',
  },
  forbidden_origin: {
    cause: 'A page of another origin caused the request, or it cannot be told which page did.',
    fix: 'Programs use a token and send no cookie and no foreign Origin. Pages must be served by this instance.',
  },
  sign_up_closed: {
    cause: 'The owner of the instance does not let strangers create accounts.',
    fix: 'Ask the owner for an account.',
  },
  link_invalid: {
    cause: 'The link was changed, cut off or made by another instance.',
    fix: 'Use the link exactly as it was returned, or ask for a fresh one.',
  },
  playground_refused: {
    cause: 'The ticket of the playground is missing, was used, or is older than a minute.',
    fix: 'Ask for a new ticket, or use an API token.',
  },
  storage_exceeded: {
    cause: 'Uploads and results of the account take all the space that it has.',
    fix: 'Wait until older results expire after 30 days, or ask the owner of the instance for more space.',
  },
  not_found: {
    cause: 'There is nothing at this address, or it belongs to another account.',
    fix: 'Check the path and the id, and use a credential of the account that owns it.',
  },
  method_not_allowed: {
    cause: 'The address exists, but does not take this method.',
    fix: 'Use one of the methods in the header Allow.',
  },
  request_timeout: {
    cause: 'The request or its body did not arrive in time.',
    fix: 'Send it again, over a faster connection or in smaller parts.',
  },
  idempotency_conflict: {
    cause: 'The Idempotency-Key was used before, with other input.',
    fix: 'Use a new key for new input, and the same key only to repeat the very same request.',
  },
  idempotency_in_progress: {
    cause: 'The first request with this Idempotency-Key has not been answered yet.',
    fix: 'Wait for Retry-After seconds and send the request again; it then gets the answer of the first.',
  },
  csv_not_ready: {
    cause: 'The results are not complete yet, or the job has failed and has no CSV.',
    fix: 'Read the job until it is completed, then ask again.',
  },
  upload_not_ready: {
    cause: 'The upload was prepared, but its bytes have not arrived.',
    fix: 'PUT the file to upload_url first, then submit upload_id.',
  },
  upload_claimed: {
    cause: 'The upload was submitted before, by another request.',
    fix: 'Prepare a new upload for a new submission.',
  },
  contact_exists: {
    cause: 'Another contact of the account has this address, or one that reaches the same mailbox.',
    fix: 'Change that contact instead, or choose another address.',
  },
  address_suppressed: {
    cause: 'The address was deleted with the wish that it never becomes a contact again.',
    fix: 'Choose another address, or ask the owner of the instance.',
  },
  account_exists: {
    cause: 'There is an account with this address.',
    fix: 'Sign in to it, or use another address.',
  },
  second_factor_enabled: {
    cause: 'The account has a second factor already.',
    fix: 'Turn it off first, then set it up again.',
  },
  job_expired: {
    cause: 'Results are kept for 30 days after submission, and these days are over.',
    fix: 'Submit the list again.',
  },
  upload_expired: {
    cause: 'The upload was not submitted within an hour.',
    fix: 'Prepare and upload the file again.',
  },
  link_expired: {
    cause: 'Links are good for an hour at most.',
    fix: 'Ask for a fresh link; it leads to the same file.',
  },
  length_required: {
    cause: 'The upload did not announce its size.',
    fix: 'Send Content-Length with the size that was prepared, and no chunked encoding.',
  },
  upload_exists: {
    cause: 'The file was uploaded before and cannot be changed.',
    fix: 'Submit upload_id, or prepare a new upload for another file.',
  },
  body_too_large: {
    cause: 'The body has more bytes than the operation takes.',
    fix: 'Split the list, or upload it as a CSV.',
  },
  unsupported_media_type: {
    cause: 'The body is not sent as what the operation takes.',
    fix: 'Send Content-Type: application/json, and for an upload the headers that its preparation returned.',
  },
  range_not_satisfiable: {
    cause: 'The range begins behind the end of the file.',
    fix: 'Read the size in Content-Range, and ask for a range inside it.',
  },
  expectation_failed: {
    cause: 'The header Expect asks for something other than 100-continue.',
    fix: 'Leave the header out.',
  },
  misdirected: {
    cause: 'The Host header names a service that this one is not.',
    fix: 'Use the name of this instance. Its owner can add names with HOST_NAMES.',
  },
  too_many_unfinished: {
    cause: 'Three submissions of the account are unfinished, and no more run at a time.',
    fix: 'Wait until one of them is done, then submit again.',
  },
  too_many_uploads: {
    cause: 'Three uploads of the account were prepared and not submitted.',
    fix: 'Submit them, discard them at DELETE /account/uploads/{uploadId}, or wait an hour until they expire.',
  },
  rate_limited: {
    cause: 'More requests came in a window of time than are allowed.',
    fix: 'Wait for Retry-After seconds, then go on more slowly.',
  },
  headers_too_large: {
    cause: 'The headers of the request take more than 16 kB.',
    fix: 'Send fewer or shorter headers; cookies are the usual reason.',
  },
  internal: {
    cause: 'Something failed in the service itself; it is written to its log.',
    fix: 'Try again. If it stays, tell the owner of the instance the request_id.',
  },
  bulk_disabled: {
    cause: 'The owner of the instance takes in no bulk submissions at the moment.',
    fix: 'Try again later. What was submitted goes on, and single addresses can be validated.',
  },
  unavailable: {
    cause:
      'The database, the DNS or the disk could not answer in time, or the service is overloaded. Nothing was billed.',
    fix: 'Wait for Retry-After seconds and send the same request again.',
  },
}
