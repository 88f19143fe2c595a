import type { Accounts } from '../access/authentication.ts'
import type { Access } from '../access/caller.ts'
import type { Mail } from '../mail/mail.ts'
import type { Db } from '../platform/database/database.ts'
import type { RateLimiter } from '../platform/http/limits/rate-limit.ts'
import { AppError } from '../platform/http/problem.ts'
import type { Devices } from './devices/devices.ts'

/** Shared by the routes that sign in or change credentials. */
export type SignInDeps = {
  db: Db
  accounts: Accounts
  /** For a person who has signed in, whatever their role. */
  access: Exclude<Access, 'public'>
  /** Guesses from one network, and guesses at one account's password. */
  perNetwork: RateLimiter
  perAccount: RateLimiter
  devices: Devices
  mail: Mail
}

export function requirePasswordSignIn({ passwordSignIn }: Accounts): void {
  if (!passwordSignIn)
    throw new AppError('password_sign_in_off', 'Passwords are turned off. Sign in with your identity provider.')
}

export const BODY_MAX_BYTES = 16 * 1024
