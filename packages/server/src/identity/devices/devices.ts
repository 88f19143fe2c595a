// The devices that a person has signed in from, each known by a random cookie whose hash is stored. A sign-in from another one is
// reported by mail.
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { readCookie, type SessionCookie, setCookie } from '../../access/session-cookie.ts'
import type { Mail } from '../../mail/mail.ts'
import type { Db } from '../../platform/database/database.ts'
import { hashSecret } from '../../platform/hash-secret.ts'
import { clientNetworkOf } from '../../platform/network.ts'
import { browserName } from './browser-name.ts'

export type SignInFrom = { cookies: string | undefined; userAgent: string | undefined; ip: string }

const TOKEN_BYTES = 24
/** As long as browsers keep a cookie. */
export const DEVICE_LIFE_DAYS = 400
const LIFE_SECONDS = DEVICE_LIFE_DAYS * 24 * 60 * 60
const DEVICES_MAX_COUNT = 20

export function createDevices({ db, mail, cookie: session }: { db: Db; mail: Mail; cookie: SessionCookie }) {
  const cookie = { ...session, name: session.name.replace('session', 'device') }
  return {
    /** Notes the device of a sign-in. Returns the cookie by which it is known next time; none without mail. */
    async note(person: { id: string; email: string }, from: SignInFrom): Promise<string | undefined> {
      if (!mail.isConfigured) return undefined
      const known = from.cookies === undefined ? undefined : readCookie(from.cookies, cookie.name)
      const token = known ?? randomBytes(TOKEN_BYTES).toString('base64url')
      await db.transaction().execute(async (tx) => {
        const { rows } = await sql<{ is_new: boolean; is_first: boolean }>`
          INSERT INTO devices (user_id, sha256) VALUES (${person.id}, ${hashSecret(token)})
          ON CONFLICT (user_id, sha256) DO UPDATE SET last_used_at = now()
          RETURNING xmax = 0 AS is_new,
            NOT EXISTS (SELECT FROM devices known WHERE known.user_id = ${person.id}) AS is_first`.execute(tx)
        const { is_new, is_first } = rows[0]!
        if (!is_new) return
        await sql`
          DELETE FROM devices WHERE user_id = ${person.id} AND sha256 IN (
            SELECT sha256 FROM devices WHERE user_id = ${person.id}
            ORDER BY last_used_at DESC OFFSET ${DEVICES_MAX_COUNT})`.execute(tx)
        // The first device is no news: the person has just been created, or the service has just learned to send mail.
        if (is_first) return
        const [at, browser, network] = [new Date(), browserName(from.userAgent), clientNetworkOf(from.ip)]
        await mail.queue(tx, {
          // A program that signs in without cookies would report each of its sign-ins.
          key: `sign-in ${person.id} ${network} ${browser} ${at.toISOString().slice(0, 10)}`,
          to: person.email,
          template: 'sign_in_alert',
          values: { at, network, browser },
        })
      })
      return known === undefined ? setCookie(cookie, token, LIFE_SECONDS) : undefined
    },
  }
}

export type Devices = ReturnType<typeof createDevices>
