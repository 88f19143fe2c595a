// The reference's texts before and between its operations.

/** In the order of use. */
export const TAGS: readonly { name: string; description: string }[] = [
  { name: 'Validate', description: 'Validate one address, for example when a person submits a form.' },
  { name: 'Lists', description: 'Validate up to 10,000 addresses as JSON in the background.' },
  { name: 'CSV files', description: 'Validate CSV files of up to 100,000 rows: prepare, upload, submit, download.' },
  { name: 'Warehouses', description: 'Validate addresses inside queries of BigQuery and Snowflake.' },
  { name: 'Contacts', description: 'Safe addresses with public facts about the person and the company.' },
  { name: 'Rules', description: 'Saved policies, and addresses and domains that you always allow or refuse.' },
  { name: 'Bounces', description: 'Hand in bounces and complaints, and ask what they say about mailboxes.' },
  { name: 'Suppressions', description: 'Addresses that you must not mail.' },
  { name: 'Playground', description: 'Try a few validations without an account.' },
  { name: 'API tokens', description: 'Credentials for programs, with permissions, scopes, networks and rate limits.' },
  { name: 'Site keys', description: 'Public keys for the guard on web forms.' },
  { name: 'Sessions', description: 'Sessions of the account.' },
  { name: 'Members', description: 'The people of an account: roles, invitations, switching between accounts.' },
  { name: 'Single sign-on', description: 'Sign in with an identity provider (OpenID Connect), and linked identities.' },
  { name: 'Passkeys', description: 'Sign in without a password, by a passkey of a device.' },
  { name: 'Second factor', description: 'Two-factor authentication with an authenticator app.' },
  { name: 'Operators', description: 'The whole installation, for the people who run it.' },
  { name: 'Account', description: 'Sign-in, account, usage and events.' },
]

export const INTRODUCTION = `Mailsift checks whether an email address is safe to send to, and explains why.

## Quick start

\`\`\`sh
curl -G http://127.0.0.1:3000/v1/emails/validate \\
  -H "SERVICE-EMAIL-API-TOKEN: ms_r_…" \\
  --data-urlencode email=ada.lovelace@contoso.com
\`\`\`

\`validations.safe_to_send\` is the verdict; the other flags are the reasons. Use \`--data-urlencode\`, because a plus sign in an address must be sent as \`%2B\`.

## Credentials

Send an API token in the \`SERVICE-EMAIL-API-TOKEN\` header, or as \`Authorization: Bearer ms_…\`. A token that starts with \`ms_r_\` can read and validate; \`ms_w_\` can also submit lists and update contacts. Signed-in people have a session cookie. Send only one credential. The forms in this reference send the token that you enter, or your session.

## Credits

One validated address uses one credit, whatever the verdict. Malformed addresses, failed lookups and repeated requests with the same \`Idempotency-Key\` are free.

## Errors

Every error is a problem document (RFC 9457) with a stable \`code\`, a \`detail\` about the request, and a \`type\` that links to a page with the cause and the fix. Retry after 408, 429 and 503, and wait for \`Retry-After\`. Do not retry other errors.

## Lists

Submit a list or a CSV, poll its progress, and download the result. Results are kept for 30 days. An account can have up to three unfinished submissions.`
