// The second factor: codes of an authenticator app, and backup codes for the day it is lost. Both are stored encrypted.
import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/problem.ts'
import { seal, unseal } from '../../platform/sealed.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { User } from '../users/users.ts'
import { makeTotpSecret, stepOfCode, totpUri } from './totp.ts'

const BACKUP_CODE_COUNT = 10
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
/** NIST SP 800-63B §5.2.2. */
const FAILURES_MAX = 10
const LOCKED_SECONDS = 900

/** Sets it up, or sets it up again; it is off until it is confirmed. */
export async function setUpSecondFactor(
  db: Db,
  secrets: Secrets,
  { id, email }: User,
): Promise<{ totpUri: string; backupCodes: string[] }> {
  const secret = makeTotpSecret()
  const backupCodes = makeCodes()
  const { rows } = await sql`
    UPDATE users SET
      totp_secret = ${seal(secret, secrets)}, backup_codes = ${sealCodes(backupCodes, secrets)}, totp_last_step = 0
    WHERE id = ${id} AND NOT totp_confirmed RETURNING id`.execute(db)
  if (rows.length === 0) throw alreadyOn()
  return { totpUri: totpUri(secret, email), backupCodes }
}

/** The code that confirms it is spent. */
export async function confirmSecondFactor(tx: Tx, secrets: Secrets, { id }: User, code: string): Promise<void> {
  const { totp_secret, totp_confirmed } = await lock(tx, id)
  // Confirming it again would only reveal which codes are right.
  if (totp_confirmed) throw alreadyOn()
  if (totp_secret === null) throw noSecondFactor()
  const step = stepOfCode(unseal(totp_secret, secrets), code.trim())
  if (step === undefined) throw wrongCode()
  await sql`
    UPDATE users SET totp_confirmed = true, totp_last_step = ${step}, failed_codes = 0, locked_until = NULL
    WHERE id = ${id}`.execute(tx)
}

/** False when the second factor was not on. */
export async function removeSecondFactor(tx: Tx, userId: string): Promise<boolean> {
  const { rows } = await sql<{ was_on: boolean }>`
    UPDATE users SET totp_secret = NULL, backup_codes = NULL, totp_confirmed = false, failed_codes = 0, locked_until = NULL
    FROM (SELECT id, totp_confirmed AS was_on FROM users WHERE id = ${userId} FOR UPDATE) AS before
    WHERE users.id = before.id RETURNING was_on`.execute(tx)
  return rows[0]?.was_on === true
}

/** Whether the account requires a second factor of its members. Sessions are looked up with each request, so it takes effect at once. */
export async function requireSecondFactor(tx: Tx, accountId: string, required: boolean): Promise<void> {
  await sql`
    WITH changed AS (
      UPDATE accounts SET second_factor_required = ${required}
      WHERE id = ${accountId} AND second_factor_required <> ${required} RETURNING id
    )
    SELECT note_audit_event(id, 'second_factor_requirement_set', NULL, ${required ? 'on' : 'off'}) FROM changed`.execute(
    tx,
  )
}

/** New ones in place of the old. */
export async function makeBackupCodes(tx: Tx, secrets: Secrets, { id }: User): Promise<string[]> {
  const codes = makeCodes()
  const { rows } = await sql`
    UPDATE users SET backup_codes = ${sealCodes(codes, secrets)} WHERE id = ${id} AND totp_confirmed RETURNING id`.execute(
    tx,
  )
  if (rows.length === 0) throw noSecondFactor()
  return codes
}

/**
 * Spends a code of the app or a backup code. Each works once, and ten wrong ones in a row lock the second factor. The lock on the row
 * makes concurrent attempts wait for one another, so that each is counted and no code is spent twice.
 */
export async function proveSecondFactor(
  db: Db,
  secrets: Secrets,
  { id }: User,
  code: string | undefined,
): Promise<void> {
  if (code === undefined)
    throw new AppError(
      'second_factor_required',
      'Send the code from your authenticator app, or a backup code, as "code".',
    )
  // The refusal is thrown after the commit: the failure must stay counted.
  const refusal = await db.transaction().execute(async (tx) => {
    const row = await lock(tx, id)
    if (row.is_locked) return locked()
    const spent = spend(row, code.trim(), secrets)
    if (!spent) {
      await sql`
        UPDATE users SET
          failed_codes = (failed_codes + 1) % ${FAILURES_MAX},
          locked_until = CASE WHEN failed_codes + 1 >= ${FAILURES_MAX} THEN now() + make_interval(secs => ${LOCKED_SECONDS}) END
        WHERE id = ${id}`.execute(tx)
      return wrongCode()
    }
    await sql`
      UPDATE users SET
        totp_last_step = ${spent.totp_last_step}, backup_codes = ${spent.backup_codes}, failed_codes = 0, locked_until = NULL
      WHERE id = ${id}`.execute(tx)
    return undefined
  })
  if (refusal) throw refusal
}

type Factor = {
  totp_secret: string | null
  backup_codes: string | null
  totp_confirmed: boolean
  totp_last_step: number
  is_locked: boolean
}

async function lock(tx: Tx, userId: string): Promise<Factor> {
  const { rows } = await sql<Factor>`
    SELECT totp_secret, backup_codes, totp_confirmed, totp_last_step, coalesce(locked_until > now(), false) AS is_locked
    FROM users WHERE id = ${userId} FOR UPDATE`.execute(tx)
  if (!rows[0]) throw new AppError('unauthenticated', 'The account was just deleted.')
  return rows[0]
}

/** The codes that remain after this one; undefined for a wrong one, or one that was spent before. */
function spend(
  { totp_secret, backup_codes, totp_last_step }: Factor,
  code: string,
  secrets: Secrets,
): Pick<Factor, 'totp_last_step' | 'backup_codes'> | undefined {
  if (totp_secret === null || backup_codes === null) return undefined
  if (/^\d{6}$/.test(code)) {
    const step = stepOfCode(unseal(totp_secret, secrets), code)
    return step !== undefined && step > totp_last_step ? { totp_last_step: step, backup_codes } : undefined
  }
  const codes = JSON.parse(unseal(backup_codes, secrets)) as string[]
  if (!codes.includes(code)) return undefined
  const left = codes.filter((each) => each !== code)
  return { totp_last_step, backup_codes: sealCodes(left, secrets) }
}

function makeCodes(): string[] {
  const letters = (count: number) => Array.from({ length: count }, () => LETTERS[randomInt(LETTERS.length)]).join('')
  return Array.from({ length: BACKUP_CODE_COUNT }, () => `${letters(5)}-${letters(5)}`)
}

function sealCodes(codes: readonly string[], secrets: Secrets): string {
  return seal(JSON.stringify(codes), secrets)
}

function wrongCode(): AppError {
  return new AppError('invalid_second_factor', 'The code is wrong or was already used.')
}

function locked(): AppError {
  return new AppError('rate_limited', 'Too many wrong codes. Two-factor authentication is temporarily locked.', {
    retryAfterSeconds: LOCKED_SECONDS,
  })
}

function alreadyOn(): AppError {
  return new AppError(
    'second_factor_enabled',
    'Two-factor authentication is already on. Turn it off to set it up again.',
  )
}

function noSecondFactor(): AppError {
  return new AppError('not_found', 'Two-factor authentication is not set up. Start with POST /account/second-factor.')
}
