import { join } from 'node:path'
import process from 'node:process'

/** Shown to a newcomer; the only address that kept output may hold. */
export const EXAMPLE_ADDRESS = 'jane.doe@gmail.com'

/** Without a token the first account was deleted: the administration command issues tokens for the others. */
export type WelcomeFacts = {
  origin: string
  folder: string
  token: string | undefined
  /** Undefined once the owner signs in by a password, or where others reach the service. */
  signInLink: string | undefined
}

/** A newcomer's next steps, in lines that work when pasted. */
export function welcome({ origin, folder, token, signInLink }: WelcomeFacts): string {
  return `
${signInLink ? signIn(signInLink) : '  Mailsift is ready.\n'}
    API             ${origin}/v1
    API reference   ${origin}/docs
    Documentation   ${origin}/help/
    Data folder     ${folder}

${token ? firstCall(origin, folder, token) : '  Issue a token:\n\n    npm run -s admin -- tokens issue --help\n'}
  ${token ? `The token is stored in ${folder}/token. ` : ''}${process.stdout.isTTY ? 'Press Ctrl-C to stop.' : ''}
`
}

/** The link may appear in stored output: it works once and ends after an hour. */
function signIn(link: string): string {
  return `  Mailsift is ready. Open this link to sign in; it works once, within an hour:

    ${link}
`
}

/** Only a terminal is shown the token itself: elsewhere the output is kept, and what is kept must not hold tokens. */
function firstCall(origin: string, folder: string, token: string): string {
  const header = process.stdout.isTTY
    ? `'SERVICE-EMAIL-API-TOKEN: ${token}'`
    : `"SERVICE-EMAIL-API-TOKEN: $(cat ${quoted(join(folder, 'token'))})"`
  return `  Validate your first address:

    curl -G -H ${header} ${origin}/v1/emails/validate --data-urlencode email=${EXAMPLE_ADDRESS}
`
}

/** For a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
