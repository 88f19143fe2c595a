import { createHash } from 'node:crypto'
import { type Passwords, slowPasswords } from '../../../src/identity/users/passwords.ts'
import { refuseInTransaction } from '../../../src/platform/database/open-transaction.ts'

const MARK = 'quick:'

function quickHash(password: string): string {
  refuseInTransaction('hash a password')
  return MARK + createHash('sha256').update(password).digest('hex')
}

/** Without the cost, which is that of many tests together. Hashes that the program made are compared as it does. */
export const quickPasswords: Passwords = {
  hash: async (password) => quickHash(password),
  verify: async (hash, password) =>
    hash.startsWith(MARK) ? hash === quickHash(password) : slowPasswords.verify(hash, password),
}
