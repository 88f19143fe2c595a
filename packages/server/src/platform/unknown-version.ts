/** A newer Mailsift wrote it: reading it by the rules of another version would return wrong rows. */
export class UnknownVersionError extends Error {
  constructor(what: string, version: unknown, known: string) {
    super(
      `${what}: stored in version ${version}, but this version of Mailsift reads only ${known}. Start the newer version again.`,
    )
  }
}
