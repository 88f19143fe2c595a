import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '../../../../scripts/eventually.ts'
import { type ChildProcess, spawn } from '../../../../scripts/testing/programs.ts'
import type { Db } from '../../src/platform/database/database.ts'
import { expectSound, safeAddress, save } from '../contacts/safe-address.ts'
import { someAccount } from '../outbox/events.ts'
import { page, startWeb, type Web } from '../stand-ins/website.ts'
import { BUSINESS, WIKIDATA_API, wikidata } from '../stand-ins/wikidata.ts'
import { CHILD_ENV } from '../support/child-env.ts'
import { useTestDatabase } from '../support/database.ts'

const WORKER = fileURLToPath(new URL('enriching-process.ts', import.meta.url))
const DOMAINS = 12
const PER_DOMAIN = 3
const KILLS = 2
const DELAY_MS = 40

function startWorker(url: string, port: number): ChildProcess {
  const child = spawn(process.execPath, [WORKER, url, String(port)], { env: CHILD_ENV, stdio: 'inherit' })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

async function countDone(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`SELECT count(*) AS n FROM contacts WHERE due_at IS NULL`.execute(db)
  return rows[0]!.n
}

async function untilDone(db: Db, count: number): Promise<void> {
  await eventually(async () => (await countDone(db)) >= count)
}

test('kill -9 during enrichment: it goes on where it was, each contact is completed, and each host gets one request at a time', async () => {
  const { db, url } = await useTestDatabase()
  const names = Array.from({ length: DOMAINS }, (_, n) => `firm-number-${n}.com`)
  const items = names.map((name, n) => ({
    id: `Q${100 + n}`,
    label: `Firm ${n}`,
    claims: { P31: [BUSINESS], P856: [`https://${name}/`] },
  }))
  const pages = names.map((name): [string, string] => [
    `${name}/`,
    page(`<meta property="og:site_name" content="${name}">`),
  ])
  const web: Web = { ...Object.fromEntries(pages), [WIKIDATA_API]: wikidata(items).reply }
  for (const [address, reply] of Object.entries(web))
    web[address] = async (request, response) => {
      // Fixed time: how long a site takes to answer.
      await sleep(DELAY_MS)
      if (typeof reply === 'function') reply(request, response)
      else response.setHeader('content-type', 'text/html').end(reply)
    }
  const internet = await startWeb(web)
  const user = await someAccount(db)
  const people = ['jane.doe', 'john.smith', 'mary.major'].slice(0, PER_DOMAIN)
  await save(
    db,
    names.flatMap((name) => people.map((person) => safeAddress(user, `${person}@${name}`))),
  )

  let worker = startWorker(url, internet.port)
  for (let kill = 1; kill <= KILLS; kill++) {
    await untilDone(db, Math.floor((kill * DOMAINS * PER_DOMAIN) / (KILLS + 2)))
    // Fixed time: a random point of the work.
    await sleep(Math.random() * 2 * DELAY_MS)
    worker.kill('SIGKILL')
    await once(worker, 'exit')
    worker = startWorker(url, internet.port)
  }
  await untilDone(db, DOMAINS * PER_DOMAIN)

  const states = await db.selectFrom('contacts').select(['state', 'sources']).execute()
  expect(states.every(({ state, sources }) => state === 'matched' && sources.website?.status === 'matched')).toBe(true)
  expect(states.every(({ sources }) => sources.wikidata_company?.status === 'matched')).toBe(true)
  for (const host of [...names, 'www.wikidata.org']) expect(internet.mostAtOnce(host)).toBe(1)
  await expectSound(db)
})
