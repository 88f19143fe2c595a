// Values that are stored encrypted: v1.<number of the secret>.<hex of nonce and ciphertext>, by XChaCha20-Poly1305 under the SHA-256 of the
// secret. The number names one of several secrets; see platform/secrets.ts.
import { hash } from 'node:crypto'
import { xchacha20poly1305 } from '@noble/ciphers/chacha.js'
import { managedNonce } from '@noble/ciphers/utils.js'
import { type Secrets, versionOf } from './secrets.ts'
import { UnknownVersionError } from './unknown-version.ts'

const SEALED = /^v1\.(\d+)\.([0-9a-f]+)$/

export function seal(text: string, [newest]: Secrets): string {
  return `v1.${versionOf(newest)}.${Buffer.from(cipher(newest).encrypt(Buffer.from(text))).toString('hex')}`
}

/** Fails for a value whose secret SECRET does not name any more. */
export function unseal(sealed: string, secrets: Secrets): string {
  const [whole, version, content = ''] = SEALED.exec(sealed) ?? []
  if (!whole) throw new UnknownVersionError('An encrypted value', sealed.slice(0, 2), 'v1')
  const secret = secrets.find((each) => versionOf(each) === Number(version))
  if (secret === undefined) throw new Error('a stored value is encrypted by a secret that SECRET does not name')
  return Buffer.from(cipher(secret).decrypt(Buffer.from(content, 'hex'))).toString()
}

function cipher(secret: string) {
  return managedNonce(xchacha20poly1305)(hash('sha256', secret, 'buffer'))
}
