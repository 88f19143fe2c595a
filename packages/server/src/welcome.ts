import process from 'node:process'

export type WelcomeFacts = { origin: string; folder: string; token: string }

/** What a newcomer needs next, in lines that work when pasted. */
export function welcome({ origin, folder, token }: WelcomeFacts): string {
  return `
  Mailsift is ready.

    API             ${origin}/v1
    API reference   ${origin}/docs
    Data folder     ${folder}

  Validate a first address:

    curl -H 'SERVICE-EMAIL-API-TOKEN: ${token}' '${origin}/v1/emails/validate?email=jane.doe@gmail.com'

  ${process.stdout.isTTY ? 'Ctrl-C stops everything. ' : ''}The token is kept in ${folder}/token.
`
}
