import process from 'node:process'

/** The folder of recorded answers that the variable names. */
export function recordedIn(variable: string): string {
  const folder = process.env[variable]
  if (folder) return folder
  throw new Error(`This test needs recorded answers: set ${variable} to the folder that has them.`)
}
