export type Passwords = {
  hash(password: string): Promise<string>
  verify(given: { hash: string; password: string }): Promise<boolean>
}

/** By scrypt at the cost that better-auth sets, which makes guesses at a stolen hash dear. */
export const slowPasswords: Passwords = {
  hash: async (password) => (await import('better-auth/crypto')).hashPassword(password),
  verify: async (given) => (await import('better-auth/crypto')).verifyPassword(given),
}
