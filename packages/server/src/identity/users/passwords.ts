// Passwords are stored as PHC strings: $scrypt$ln=14,r=16,p=1$salt$key names the algorithm and its cost, so that both can change later.
import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import { refuseInTransaction } from '../../platform/database/open-transaction.ts'

export type Passwords = {
  hash(password: string): Promise<string>
  verify(hash: string, password: string): Promise<boolean>
}

type Cost = { ln: number; r: number; p: number }

/** 32 MB and about 50 ms for each guess at a stolen hash. */
const COST: Cost = { ln: 14, r: 16, p: 1 }
const SALT_BYTES = 16
const KEY_BYTES = 64
const PHC = /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/

export const slowPasswords: Passwords = {
  async hash(password) {
    const salt = randomBytes(SALT_BYTES)
    const key = await derive(password, salt, COST)
    return `$scrypt$ln=${COST.ln},r=${COST.r},p=${COST.p}$${base64(salt)}$${base64(key)}`
  },
  async verify(hash, password) {
    const parts = PHC.exec(hash)
    if (!parts) throw new Error('a stored password has an unknown format')
    const [ln, r, p] = parts.slice(1, 4).map(Number) as [number, number, number]
    const key = Buffer.from(parts[5]!, 'base64')
    const given = await derive(password, Buffer.from(parts[4]!, 'base64'), { ln, r, p })
    return given.length === key.length && timingSafeEqual(given, key)
  },
}

/** Takes as long for an unknown person or one without a password, so that the time reveals nothing. */
export async function isPasswordOf(
  person: { password_hash: string | null } | undefined,
  password: string,
  passwords: Passwords,
): Promise<boolean> {
  if (person?.password_hash) return passwords.verify(person.password_hash, password)
  await passwords.hash(password)
  return false
}

/** NIST SP 800-63B §5.1.1.2: one form of Unicode, because keyboards differ in the one they send. */
async function derive(password: string, salt: Buffer, { ln, r, p }: Cost): Promise<Buffer> {
  refuseInTransaction('hash a password')
  const N = 2 ** ln
  const options: ScryptOptions = { N, r, p, maxmem: 256 * N * r }
  return new Promise((resolve, reject) =>
    scrypt(password.normalize('NFKC'), salt, KEY_BYTES, options, (error, key) =>
      error ? reject(error) : resolve(key),
    ),
  )
}

function base64(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '')
}
