import { join } from 'node:path'
import process from 'node:process'

/** Shown to a newcomer; the only address that kept output may hold. */
export const EXAMPLE_ADDRESS = 'jane.doe@gmail.com'

/** Without its token the first account was deleted: the administration command issues tokens for the others. */
export type WelcomeFacts = {
  origin: string
  folder: string
  hasToken: boolean
  /** Undefined once the owner signs in by a password, or where others reach the service. */
  signInLink: string | undefined
}

/** A newcomer's next steps, in lines that work when pasted. */
export function welcome({ origin, folder, hasToken, signInLink }: WelcomeFacts): string {
  return `
${signInLink ? signIn(signInLink) : '  Mailsift is ready.\n'}
    API             ${origin}/v1
    API reference   ${origin}/docs
    Documentation   ${origin}/help/
    Data folder     ${folder}

${hasToken ? firstCall(origin, folder) : '  Issue a token:\n\n    npm run -s admin -- tokens issue --help\n'}
  ${hasToken ? `The token is stored in ${folder}/token. ` : ''}${process.stdout.isTTY ? 'Press Ctrl-C to stop.' : ''}
`
}

/** The link may appear in stored output: it works once and ends after an hour. */
function signIn(link: string): string {
  return `  Mailsift is ready. Open this link to sign in; it works once, within an hour:

    ${link}
`
}

/** The token itself is not shown: output is kept, by terminals and their recordings, too. */
function firstCall(origin: string, folder: string): string {
  const header = `"SERVICE-EMAIL-API-TOKEN: $(cat ${quoted(join(folder, 'token'))})"`
  return `  Validate your first address, in another terminal:

    curl -G -H ${header} ${origin}/v1/emails/validate --data-urlencode email=${EXAMPLE_ADDRESS}
`
}

/** For a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
