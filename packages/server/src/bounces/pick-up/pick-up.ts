// Every five minutes, the new bounces of each IMAP mailbox. The task queue of a source runs one visit at a time in the whole fleet.
import type { PickUpMailbox, PickUpProblem } from '@mailsift/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { Log } from '../../platform/log.ts'
import { type CronEntry, enqueue } from '../../platform/queue/queue.ts'
import { seal, unseal } from '../../platform/sealed.ts'
import { type Secrets, versionOf } from '../../platform/secrets.ts'
import { acceptReports } from '../receive/accept.ts'
import { type ReadMailDeps, reportsOf } from '../receive/read-mails.ts'
import { noteIgnored, noteReport } from '../receive/sources.ts'
import { type Position, type Visit, type VisitDeps, visitMailbox } from './mailbox.ts'

declare module '../../platform/queue/queue.ts' {
  interface Tasks {
    'bounces.plan-pick-ups': Record<string, never>
    'bounces.pick-up': { sourceId: string }
  }
}

type PickUpDeps = ReadMailDeps & VisitDeps & { log: Log }

export const pickUpCron: readonly CronEntry[] = [{ task: 'bounces.plan-pick-ups', match: '*/5 * * * *' }]

/** Providers lock an account out after a few wrong passwords, so a source stops then until its password is replaced. */
const SIGN_IN_FAILURES_MAX = 3

export async function planPickUps(db: Db): Promise<void> {
  const { rows } = await sql<{ id: string }>`SELECT id FROM bounce_sources
    WHERE mailbox IS NOT NULL AND sign_in_failures < ${SIGN_IN_FAILURES_MAX}`.execute(db)
  for (const { id } of rows) await planPickUp(db, id)
}

async function planPickUp(db: Db, sourceId: string): Promise<void> {
  const key = `pick-up:${sourceId}`
  // The next plan follows in minutes, so a failed visit is not repeated before.
  await enqueue(db, 'bounces.pick-up', { sourceId }, { jobKey: key, queueName: key, maxAttempts: 1 })
}

type Row = {
  account_id: string
  mailbox: PickUpMailbox
  sealed_key: string
  uid_validity: string | null
  last_uid: string
  sign_in_failures: number
}

export async function pickUp(deps: PickUpDeps, sourceId: string, signal?: AbortSignal): Promise<void> {
  const { db, secrets, log } = deps
  const { rows } =
    await sql<Row>`SELECT account_id, mailbox, sealed_key, uid_validity::text, last_uid::text, sign_in_failures
    FROM bounce_sources WHERE id = ${sourceId} AND mailbox IS NOT NULL`.execute(db)
  const [row] = rows
  if (!row || row.sign_in_failures >= SIGN_IN_FAILURES_MAX) return
  const source = { id: sourceId, accountId: row.account_id }
  const from: Position = {
    uidValidity: row.uid_validity === null ? null : BigInt(row.uid_validity),
    lastUid: Number(row.last_uid),
  }
  const password = unsealed(row.sealed_key, secrets)
  if (password === undefined) return endVisit('password')
  const visit = await visitMailbox(
    deps,
    { mailbox: row.mailbox, password, from },
    async (mail, position) => {
      // Stored before it is marked; a message that is read again counts once.
      const reports = mail.length === 0 ? [] : await reportsOf(deps, mail)
      if (reports === 'ignored') await noteIgnored(db, source)
      else if (reports.length > 0) await acceptReports(deps, source.accountId, reports, sourceId)
      if (reports === 'ignored' || reports.length > 0) await noteReport(db, source)
      await storePosition(db, sourceId, position)
    },
    signal,
  )
  await endVisit(visit)

  async function endVisit(end: Visit): Promise<void> {
    const problem = end === 'all read' || end === 'more' ? undefined : end
    await storeVisit(db, sourceId, problem)
    // Neither the host nor the user is named in a log.
    if (problem) log.warn({ source: sourceId, problem }, 'bounces not picked up')
    if (end === 'more') await planPickUp(db, sourceId)
  }
}

async function storePosition(db: Db, id: string, { uidValidity, lastUid }: Position): Promise<void> {
  await sql`UPDATE bounce_sources SET uid_validity = ${String(uidValidity)}, last_uid = ${lastUid}
    WHERE id = ${id}`.execute(db)
}

/** A server that cannot be reached says nothing about the password. */
async function storeVisit(db: Db, id: string, problem: PickUpProblem | undefined): Promise<void> {
  await sql`UPDATE bounce_sources SET problem = ${problem ?? null},
      picked_up_at = CASE WHEN ${problem === undefined} THEN now() ELSE picked_up_at END,
      sign_in_failures = CASE WHEN ${problem === 'sign_in'} THEN sign_in_failures + 1
        WHEN ${problem === undefined} THEN 0 ELSE sign_in_failures END
    WHERE id = ${id}`.execute(db)
}

/** Keys and passwords of sources under the newest secret, so that an older one can be removed. Returns how many need a secret that SECRET does not name. */
export async function resealSources(db: Db, secrets: Secrets): Promise<number> {
  const newest = `v1.${versionOf(secrets[0])}.%`
  const { rows } = await sql<{ id: string; sealed_key: string }>`SELECT id, sealed_key FROM bounce_sources
    WHERE sealed_key IS NOT NULL AND sealed_key NOT LIKE ${newest}`.execute(db)
  let unreadable = 0
  for (const { id, sealed_key } of rows) {
    const key = unsealed(sealed_key, secrets)
    if (key === undefined) unreadable++
    else
      await sql`UPDATE bounce_sources SET sealed_key = ${seal(key, secrets)}
        WHERE id = ${id} AND sealed_key = ${sealed_key}`.execute(db)
  }
  return unreadable
}

function unsealed(text: string, secrets: Secrets): string | undefined {
  try {
    return unseal(text, secrets)
  } catch {
    return undefined
  }
}
