// The database of a first start: a copy of the prepared one, or made anew.
import { hash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { readMigrations } from '../../../src/platform/database/migrate.ts'
import { findPostgresBinaries } from '../../../src/platform/postgres/binaries.ts'
import { madeBy } from '../../../src/platform/postgres/cluster.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../../src/platform/postgres/embedded.ts'
import {
  packCluster,
  readPrepared,
  unpackCluster,
  writePrepared,
} from '../../../src/platform/postgres/prepared-cluster.ts'
import { silentLog } from '../../support/database.ts'

let folder: string
let made: string
let prepared: URL
const source = join(inject('preparedFolder'), 'pgdata')

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'mailsift-cluster-'))
  made = await madeBy(await findPostgresBinaries(folder))
  prepared = packed('prepared', source)
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

function packed(name: string, cluster: string): URL {
  const file = pathToFileURL(join(folder, name))
  writePrepared(file, packCluster(cluster, made))
  return file
}

async function withServer(
  name: string,
  from: URL,
  use: (server: EmbeddedPostgres, place: string) => Promise<void>,
): Promise<void> {
  const place = join(folder, name)
  const server = await startEmbeddedPostgres({ folder: place, log: silentLog, prepared: from })
  try {
    await use(server, place)
  } finally {
    await server.stop()
  }
}

async function ask(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return (await client.query(statement)).rows
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** PostgreSQL gives each cluster that it makes a number of its own: a copy has that of the prepared one. */
function identifierOf(cluster: string): bigint {
  return readFileSync(join(cluster, 'global', 'pg_control')).readBigUInt64LE()
}

/** The digest of each file, by its path; folders have none. */
function filesOf(cluster: string): Record<string, string> {
  const found = readdirSync(cluster, { recursive: true, encoding: 'utf8' }).sort()
  const digest = (path: string) => (statSync(path).isFile() ? hash('sha256', readFileSync(path)) : '')
  return Object.fromEntries(found.map((path) => [path, digest(join(cluster, path))]))
}

test('a first start copies the prepared database: its schema is there, and the passwords are the folder’s own', async () => {
  mkdirSync(join(folder, 'one', 'pgdata.new-left'), { recursive: true })
  await withServer('one', prepared, async ({ url, superuserUrl }, place) => {
    expect(identifierOf(join(place, 'pgdata'))).toBe(identifierOf(source))
    expect(readdirSync(place).filter((name) => name.startsWith('pgdata'))).toEqual(['pgdata'])
    const [applied] = await ask(url, 'SELECT count(*)::int AS count FROM migrations')
    expect(applied).toEqual({ count: (await readMigrations()).length })
    for (const [opens, file] of [
      [url, 'password'],
      [superuserUrl, 'superuser-password'],
    ] as const) {
      const former = new URL(opens)
      former.password = readFileSync(join(inject('preparedFolder'), file), 'utf8').trim()
      expect(former.password).not.toBe(new URL(opens).password)
      await expect(ask(former.href, 'SELECT 1')).rejects.toThrow(/password/)
      await expect(ask(opens, 'SELECT 1')).resolves.toHaveLength(1)
    }
  })
})

test('a copy that cannot be finished is thrown away, and the database is made anew', async () => {
  const broken = join(folder, 'broken')
  unpackCluster(readPrepared(prepared, made)!, broken, {})
  writeFileSync(join(broken, 'global', 'pg_control'), 'no control file')
  await withServer('two', packed('prepared-broken', broken), async ({ url }, place) => {
    expect(identifierOf(join(place, 'pgdata'))).not.toBe(identifierOf(source))
    expect(readdirSync(place).filter((name) => name.startsWith('pgdata'))).toEqual(['pgdata'])
    await expect(ask(url, 'SELECT 1')).resolves.toHaveLength(1)
  })
})

test('unpacked, every file is what it was, and only its owner may read it', () => {
  const copy = join(folder, 'copy')
  const mine = { uid: process.getuid!(), gid: process.getgid!() }
  unpackCluster(readPrepared(prepared, made)!, copy, mine)
  expect(filesOf(copy)).toEqual(filesOf(source))
  const openToOthers = ['', ...Object.keys(filesOf(copy))].filter((path) => {
    const { mode, uid } = statSync(join(copy, path))
    return (mode & 0o077) !== 0 || uid !== mine.uid
  })
  expect(openToOthers).toEqual([])
})

test('a prepared database that is missing, cut short, damaged, or made by or for another version is not taken', () => {
  const bytes = readFileSync(prepared)
  const variant = (name: string, content: Uint8Array) => {
    writeFileSync(join(folder, name), content)
    return pathToFileURL(join(folder, name))
  }
  const damaged = Buffer.from(bytes)
  damaged[bytes.length >> 1]! ^= 1
  expect(readPrepared(prepared, made)).toBeDefined()
  expect(readPrepared(prepared, `${made}0`)).toBeUndefined()
  expect(readPrepared(variant('cut', bytes.subarray(0, -1)), made)).toBeUndefined()
  expect(readPrepared(variant('damaged', damaged), made)).toBeUndefined()
  expect(readPrepared(pathToFileURL(join(folder, 'missing')), made)).toBeUndefined()
})

test.each(['077', '000'])(
  'with the umask %s a prepared database is for all to read, and for its owner to change',
  (mask) => {
    const former = process.umask(Number.parseInt(mask, 8))
    onTestFinished(() => void process.umask(former))
    const file = pathToFileURL(join(folder, `written-${mask}`))
    writePrepared(file, Buffer.from('a cluster'))
    expect(statSync(file).mode & 0o777).toBe(0o644)
  },
)
