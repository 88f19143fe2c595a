// npm run test:upgrade: archived installations of earlier versions, with finished, running and queued work, become installations of this one.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { UsageReport } from '@mailsift/contract'
import { expect, onTestFinished, test } from 'vitest'
import { createDiskBlobs } from '../../src/platform/blobs/disk.ts'
import { openDatabase } from '../../src/platform/database/database.ts'
import { migrate } from '../../src/platform/database/migrate.ts'
import { embeddedDatabaseUrl, startEmbeddedPostgres } from '../../src/platform/postgres/embedded.ts'
import { verify } from '../../src/verify/verify.ts'
import { startDnsServer } from '../stand-ins/dns-server.ts'
import { silentLog } from '../support/database.ts'
import { freePort, makeDataDir, startProgram } from '../support/program.ts'
import { changedRows } from './changes.ts'
import { createCustomer } from './customer.ts'
import { startOutsideServer } from './outside-server.ts'
import { loadState, STATES } from './state.ts'
import { readStoredRows } from './stored-rows.ts'
import { PASSWORD, SECRET, SETTINGS, zone } from './work.ts'

const BUDGET = { timeout: 1_200_000 }
const STATE_NAMES = existsSync(STATES) ? readdirSync(STATES) : []

/** A server with an empty database, and the settings by which the program finds it. */
type Server = { url: string; env: NodeJS.ProcessEnv; beforeStart(): Promise<void> }

const SERVERS: Record<string, (dataDir: string) => Promise<Server>> = {
  async embedded(dataDir) {
    const folder = join(dataDir, 'postgres')
    const server = await startEmbeddedPostgres({ folder, log: silentLog, settings: { fsync: 'off' } })
    onTestFinished(() => server.stop())
    return { url: server.url, env: {}, beforeStart: () => server.stop() }
  },
  async outside() {
    const server = await startOutsideServer(await freePort())
    onTestFinished(() => server.stop())
    return { url: server.url, env: { DATABASE_URL: server.url }, beforeStart: async () => undefined }
  },
}

const CASES = STATE_NAMES.flatMap((state) => Object.keys(SERVERS).map((server) => ({ state, server })))

test.for(CASES)(
  'the archived state $state upgrades on the $server database: no row changes, unfinished work ends and is billed once',
  BUDGET,
  async ({ state, server: kind }) => {
    const dataDir = await makeDataDir()
    const server = await SERVERS[kind]!(dataDir)
    const expected = await loadState(state, { url: server.url, dataDir })

    const before = await readStoredRows(server.url)
    await migrate(server.url)
    expect(await readStoredRows(server.url)).toEqual(changedRows(state, before))
    await server.beforeStart()

    const dns = await startDnsServer(zone(true))
    onTestFinished(() => dns.close())
    const env = { ...SETTINGS, ...server.env, DNS_SERVERS: dns.address }
    const program = await startProgram({ dataDir, env })
    const [ada, grace] = expected.accounts.map(({ token }) => createCustomer(program.origin, token))
    const { finished, unfinished } = expected
    for (const id of unfinished.jobs) await expect.poll(async () => (await ada!.jobAt(id)).job.status).toBe('completed')
    for (const id of unfinished.groups)
      await expect.poll(async () => (await ada!.groupAt(id)).group.status).toBe('completed')
    for (const id of unfinished.ofOther.groups)
      await expect.poll(async () => (await grace!.groupAt(id)).group.status).toBe('completed')

    // What was finished reads as it did before, to the last byte.
    const exports = await ada!.readExports(finished)
    expect({ ...exports, contacts: [], usage: null }).toEqual({ ...expected.exports, contacts: [], usage: null })
    expect(exports.contacts).toEqual(expect.arrayContaining(expected.exports.contacts))

    const jobs = await Promise.all(unfinished.jobs.map(async (id) => (await ada!.jobAt(id)).job))
    const groups = await Promise.all(unfinished.groups.map(async (id) => (await ada!.groupAt(id)).group))
    const billed = [...jobs, ...groups].reduce((sum, { success }) => sum + success, expected.singles)
    const total = async () => (await ada!.request<UsageReport>('/account/usage')).total
    await expect.poll(total).toBe(expected.exports.usage.total + billed)
    const [file] = await Promise.all(unfinished.ofOther.groups.map(async (id) => (await grace!.groupAt(id)).group))
    await expect.poll(async () => (await grace!.request<UsageReport>('/account/usage')).total).toBe(file!.success)

    for (const headers of [{ cookie: expected.session.cookie }, { authorization: `Bearer ${expected.session.bearer}` }])
      expect((await fetch(`${program.origin}/account/session`, { headers })).status).toBe(200)
    const signedIn = await fetch(`${program.origin}/account/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: expected.accounts[0]!.email, password: PASSWORD }),
    })
    expect(signedIn.status).toBe(200)

    const url = kind === 'embedded' ? await embeddedDatabaseUrl(join(dataDir, 'postgres')) : server.url
    const { db, close } = openDatabase(url, { log: silentLog, connectionCount: 2 })
    onTestFinished(close)
    const blobs = createDiskBlobs({
      folder: join(dataDir, 'blobs'),
      linkBaseUrl: '',
      secrets: [Buffer.from(SECRET)],
      uploadStallMs: 0,
    })
    expect(await verify({ db, blobs })).toEqual([])
  },
)
