// ms_{r|w}_{30 base62}{6 base62 CRC32}: 178 random bits, and a checksum that refuses typos without asking the database.
// `ms_` names the version of the format: another one gets another prefix.
import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { TokenPermission } from '@mailsift/contract'

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const RANDOM_LENGTH = 30
const CHECKSUM_LENGTH = 6
const TOKEN = /^ms_[rw]_[0-9A-Za-z]{36}$/
/** The largest multiple of 62 in a byte: bytes from here on would make the first letters of the alphabet likelier. */
const UNBIASED_MAX = 248

export function makeToken(permission: TokenPermission): string {
  const body = `ms_${permission === 'write' ? 'w' : 'r'}_${randomBase62(RANDOM_LENGTH)}`
  return body + checksumOf(body)
}

/** The token's own claims; undefined when the text is no token at all. Only the database knows whether it is valid. */
export function parseToken(text: string): { permission: TokenPermission } | undefined {
  if (!TOKEN.test(text)) return undefined
  if (checksumOf(text.slice(0, -CHECKSUM_LENGTH)) !== text.slice(-CHECKSUM_LENGTH)) return undefined
  return { permission: text[3] === 'w' ? 'write' : 'read' }
}

/** The prefix is covered as well: a read token does not become a write token by one letter. */
function checksumOf(body: string): string {
  let rest = crc32(body)
  let digits = ''
  for (let place = 0; place < CHECKSUM_LENGTH; place++) {
    digits = BASE62[rest % 62] + digits
    rest = Math.floor(rest / 62)
  }
  return digits
}

function randomBase62(length: number): string {
  let text = ''
  while (text.length < length)
    for (const byte of randomBytes(length - text.length)) if (byte < UNBIASED_MAX) text += BASE62[byte % 62]
  return text
}
