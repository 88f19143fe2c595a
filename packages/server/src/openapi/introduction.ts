// The reference's texts before and between its operations.

/** In the order of use. */
export const TAGS: readonly { name: string; description: string }[] = [
  { name: 'Validate', description: 'One address at a time: behind a form, or while a person waits.' },
  { name: 'Lists', description: 'Up to 10,000 addresses as JSON, judged in the background.' },
  { name: 'CSV files', description: 'Files of up to 100,000 rows: prepare, upload, submit, download.' },
  { name: 'Contacts', description: 'Safe addresses with what public sources say of person and company.' },
  { name: 'Playground', description: 'A few validations for people without an account.' },
  { name: 'API tokens', description: 'Credentials for programs, with permission, scopes, networks and a limit.' },
  { name: 'Site keys', description: 'Public keys for the guard of a form on a web page.' },
  { name: 'Sessions', description: 'Where an account is signed in.' },
  { name: 'Second factor', description: 'A code beside the password.' },
  { name: 'Account', description: 'Signing in, the own account, its usage and what happened to it.' },
]

export const INTRODUCTION = `Mailsift says of an email address whether it is safe to send to, and why.

## A first call

\`\`\`sh
curl -G http://127.0.0.1:3000/v1/emails/validate \\
  -H "SERVICE-EMAIL-API-TOKEN: ms_r_…" \\
  --data-urlencode email=ada.lovelace@contoso.com
\`\`\`

\`validations.safe_to_send\` is the answer; the other flags say why. \`--data-urlencode\` matters: a plus sign in an address must be sent as \`%2B\`.

## Credentials

Programs send an API token in the header \`SERVICE-EMAIL-API-TOKEN\`, or as \`Authorization: Bearer ms_…\`. A token that begins with \`ms_r_\` may read and validate; \`ms_w_\` may also submit lists and change contacts. People who are signed in have a session cookie. Send one credential, not two: the forms of the reference send the token that you enter, or else the session of the person who is signed in.

## Units

One judged address is one unit, whatever the verdict. Malformed addresses, failed lookups and repeated requests with the same \`Idempotency-Key\` cost nothing.

## Errors

Every error is a problem (RFC 9457) with a stable \`code\`, a \`detail\` for this request and a \`type\` that leads to a page with cause and remedy. Send a request again after 408, 429 and 503, not before \`Retry-After\`; others come back the same.

## Lists

Submit a list or a CSV, read its progress, fetch the result. Results are kept for 30 days. Three submissions of an account are unfinished at a time.`
