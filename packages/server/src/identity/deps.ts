import { SIGN_INS_PER_ACCOUNT, SIGN_INS_PER_NETWORK } from '@mailsift/contract'
import type { Authentication } from '../access/authentication.ts'
import type { Mail } from '../mail/mail.ts'
import type { Db } from '../platform/database/database.ts'
import type { CreateRateLimiter, RateLimiter } from '../platform/http/limits/rate-limit.ts'
import { AppError } from '../platform/http/problem.ts'
import { createDevices, type Devices } from './devices/devices.ts'

type Parts = { db: Db; authentication: Authentication; mail: Mail; createRateLimiter: CreateRateLimiter }

/** Shared by the routes that sign in or change credentials. */
export type SignInDeps = Parts & {
  /** Guesses from one network, and guesses at one account's password. */
  perNetwork: RateLimiter
  perAccount: RateLimiter
  devices: Devices
}

export function createSignInDeps(parts: Parts): SignInDeps {
  return {
    ...parts,
    perNetwork: parts.createRateLimiter(SIGN_INS_PER_NETWORK),
    perAccount: parts.createRateLimiter(SIGN_INS_PER_ACCOUNT),
    devices: createDevices({ db: parts.db, mail: parts.mail, cookie: parts.authentication.cookie }),
  }
}

export function requirePasswordSignIn({ passwordSignIn }: Authentication): void {
  if (!passwordSignIn)
    throw new AppError('password_sign_in_off', 'Passwords are turned off. Sign in with your identity provider.')
}

export const BODY_MAX_BYTES = 16 * 1024
