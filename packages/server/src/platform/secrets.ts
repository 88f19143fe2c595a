import { hash } from 'node:crypto'

/** The newest, which signs, and older ones, whose signatures still hold. */
export type Secrets = readonly [newest: string, ...older: string[]]

/** SECRET and the data folder's file name several, newest first, separated by commas or line ends. */
export function readSecrets(text: string): Secrets {
  const [newest = '', ...older] = text
    .split(/[,\n]/)
    .map((secret) => secret.trim())
    .filter(Boolean)
  return [newest, ...older]
}

/** An encrypted value names its secret by this number, which must not depend on how many others there are. */
export function versionOf(secret: string): number {
  return hash('sha256', `version of ${secret}`, 'buffer').readUInt32BE() >>> 1
}
