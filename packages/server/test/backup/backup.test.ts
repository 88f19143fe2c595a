import { randomUUID } from 'node:crypto'
import { appendFile, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '../../../../scripts/eventually.ts'
import { checkBackup, makeBackup, restoreBackup } from '../../src/backup/backup.ts'
import { readParts, writeParts } from '../../src/backup/parts.ts'
import { readConfig } from '../../src/config/config.ts'
import type { Db } from '../../src/platform/database/database.ts'
import { verify } from '../../src/verify/verify.ts'
import { startWorker } from '../../src/worker.ts'
import { type Caller, type Service, startService } from '../bulk/service.ts'
import { silentLog } from '../support/database.ts'
import { useDatabaseLine } from '../support/database-line.ts'
import { runCsv } from '../verify/instance.ts'
import { contentOf, storeIn, useClient, useDatabaseAt, useFolder, useTarget } from './installation.ts'

const quiet = () => undefined
const ADDRESSES = Array.from({ length: 40 }, (_, n) => `person.number${n}@contoso.com`)

let service: Service
let caller: Caller
beforeAll(async () => {
  service = await startService({ ENRICHMENT: 'off' })
  caller = await service.newCaller()
  await service.run(caller, ADDRESSES)
  await runCsv(service, caller, 'email,note\nann.lee@contoso.com,"tab\tand \\ and\nline"\nbob@contoso.com,\u00fc\n')
})
afterAll(() => service.stop())

function source() {
  const { db, url, dataDir } = service
  const database = { db, url } as Parameters<typeof makeBackup>[0]['database']
  return { database, blobs: storeIn(join(dataDir, 'blobs')), dataFolder: dataDir }
}

async function useBackup() {
  const folder = await useFolder()
  const place = storeIn(folder)
  return { folder, place, manifest: await makeBackup(source(), place, quiet) }
}

test('a backup made while jobs run is of one moment: restored, every invariant holds and what was under way is finished', async () => {
  const { length: known } = await service.db.selectFrom('bulk_jobs').select('id').execute()
  let isOver = false
  const submitted: string[] = []
  async function keepSubmitting(): Promise<void> {
    while (!isOver && submitted.length < 50) {
      const answer = await service.submit(caller, { emails: ADDRESSES })
      if (answer.status === 202) submitted.push(((await answer.json()) as { job: { id: string } }).job.id)
    }
  }
  const submitting = keepSubmitting()
  await eventually(() => submitted.length >= 3)
  const { place } = await useBackup()
  isOver = true
  await submitting
  const target = await useTarget()
  await restoreBackup(place, target, quiet)
  const { db } = useDatabaseAt(target.databaseUrl)
  expect((await db.selectFrom('bulk_jobs').select('id').execute()).length).toBeGreaterThan(known)
  const config = readConfig({
    DATABASE_URL: target.databaseUrl,
    DATA_DIR: target.dataFolder,
    SECRET: 'x'.repeat(40),
    ROLE: 'worker',
    ENRICHMENT: 'off',
    REGISTRY_LOOKUPS: 'off',
    DNS_SERVERS: '127.0.0.1:9',
  })
  const worker = await startWorker(config, silentLog)
  try {
    await untilAtRest(db)
  } finally {
    await worker.stop()
  }
  expect(await verify({ db, blobs: target.blobs })).toEqual([])
})

describe('of a service at rest', () => {
  beforeAll(async () => {
    await untilAtRest(service.db)
    await service.stopWorker()
  })

  test('every row, sequence and file of a backup comes back as it was, private files for their owner alone', async () => {
    const before = await contentOf(service.url)
    await writeFile(join(service.dataDir, 'secret'), 'a secret\n', { mode: 0o600 })
    const { place, manifest } = await useBackup()
    expect(manifest.tables.map(({ name }) => name)).toContain('graphile_worker._private_jobs')
    const target = await useTarget()
    await restoreBackup(place, target, quiet)

    const restored = await contentOf(target.databaseUrl)
    // These two say when the schema was made, and the settings when the backup was.
    const own = (content: Record<string, string[]>) => ({
      ...content,
      'public.migrations': [],
      'graphile_worker.migrations': [],
      'public.settings': [],
    })
    expect(own(restored)).toEqual(own(before))
    expect(before['public.bulk_chunks']!.length).toBeGreaterThan(0)

    const [keys, blobs] = [await keysOf(source().blobs), target.blobs]
    expect(keys.length).toBeGreaterThan(0)
    expect(await keysOf(blobs)).toEqual(keys)
    expect(await readFile(join(target.dataFolder, 'secret'), 'utf8')).toBe('a secret\n')

    const [old, fresh] = [await useClient(service.url), await useClient(target.databaseUrl)]
    const next = 'SELECT last_value FROM pg_sequences WHERE sequencename ~ $1'
    for (const name of ['jobs', 'lock_id'])
      expect((await fresh.query(next, [name])).rows).toEqual((await old.query(next, [name])).rows)
    // Its triggers work again: what changes from here on is noted.
    await expect(fresh.query('DELETE FROM audit_events')).rejects.toThrow(/audit/)
  })

  test('an instance remembers when its last backup was made', async () => {
    const { manifest } = await useBackup()
    const { rows } = await (await useClient(service.url)).query(`SELECT value FROM settings WHERE name = 'last_backup'`)
    expect(JSON.parse(rows[0].value)).toMatchObject({ at: manifest.madeAt, bytes: expect.any(Number) })
  })

  test('whatever is missing, cut off or changed in a backup is found, and nothing of it is restored', async () => {
    const { folder, place, manifest } = await useBackup()
    expect(await checkBackup(place, quiet)).toEqual(manifest)
    const pathOf = (key: string) => join(folder, 'objects', key)
    const chunks = manifest.tables.find(({ name }) => name === 'bulk_chunks')!.parts[0]!.key
    const [file] = await keysOf(storeIn(folder), 'files/')
    const damages: [string, () => Promise<unknown>, RegExp][] = [
      [chunks, () => appendFile(pathOf(chunks), 'x'), /bulk_chunks/],
      [chunks, () => truncate(pathOf(chunks), 30), /damaged: database\/bulk_chunks/],
      [chunks, () => writeFile(pathOf(chunks), 'not compressed'), /damaged: database\/bulk_chunks/],
      [file!, () => rm(pathOf(file!)), /is missing/],
      [file!, () => writeFile(pathOf(file!), 'other'), /does not match its checksum/],
      ['files.ndjson/00001', () => writeFile(pathOf('files.ndjson/00001'), ''), /files/],
      ['manifest.json', () => truncate(pathOf('manifest.json'), 200), /manifest of this backup is damaged/],
    ]
    for (const [key, damage, complaint] of damages) {
      const whole = await readFile(pathOf(key))
      await damage()
      await expect(checkBackup(place, quiet), key).rejects.toThrow(complaint)
      await writeFile(pathOf(key), whole)
    }
    expect(await checkBackup(place, quiet)).toEqual(manifest)

    await appendFile(pathOf(chunks), 'x')
    const target = await useTarget()
    await expect(restoreBackup(place, target, quiet)).rejects.toThrow(/bulk_chunks/)
    expect((await contentOf(target.databaseUrl))['public.accounts']).toEqual([])
  })

  test('a place that has a backup or anything else is refused, and so is a database that has rows', async () => {
    const { place } = await useBackup()
    await expect(makeBackup(source(), place, quiet)).rejects.toThrow('This location already has a backup')
    const other = storeIn(await useFolder())
    await other.write('something', (async function* () {})())
    await expect(makeBackup(source(), other, quiet)).rejects.toThrow('The location is not empty: it contains something')
    await expect(checkBackup(other, quiet)).rejects.toThrow('No backup found at this location')
    const target = { ...(await useTarget()), databaseUrl: service.url }
    await expect(restoreBackup(place, target, quiet)).rejects.toThrow(/The database is not empty: \w+ has rows/)
  })

  test('a second command at the same place leaves alone what the first one is writing', async () => {
    const place = storeIn(await useFolder())
    const reached = Promise.withResolvers<void>()
    const goOn = Promise.withResolvers<void>()
    const slow: typeof place = {
      ...place,
      async write(key, content) {
        if (key.startsWith('database/')) {
          reached.resolve()
          await goOn.promise
        }
        return place.write(key, content)
      },
    }
    const first = makeBackup(source(), slow, quiet)
    await reached.promise
    await expect(makeBackup(source(), place, quiet, { waitMs: 0 })).rejects.toThrow(
      'Another command is writing a backup to this location.',
    )
    goOn.resolve()
    const manifest = await first
    expect(await checkBackup(place, quiet)).toEqual(manifest)
  })

  test('a command that replaces what a killed one left removes the file that was being written, too', async () => {
    const folder = await useFolder()
    const place = storeIn(folder)
    // Ends like a process that is killed: it holds its claim no longer, and cleans nothing up.
    const killed: typeof place = {
      ...place,
      async write(key, content) {
        if (!key.startsWith('database/')) return place.write(key, content)
        await writeFile(join(folder, 'incoming', randomUUID()), 'half of a table')
        throw new Error('killed')
      },
    }
    await expect(makeBackup(source(), killed, quiet)).rejects.toThrow('killed')
    expect(await readdir(join(folder, 'incoming'))).toHaveLength(1)
    const manifest = await makeBackup(source(), place, quiet)
    expect(await readdir(join(folder, 'incoming'))).toEqual([])
    expect(await checkBackup(place, quiet)).toEqual(manifest)
  })

  test('of several servers in the address, the one that answers is backed up and restored to', async () => {
    const several = async (url: string) => {
      const line = await useDatabaseLine(url)
      return line.url.replace('@', '@127.0.0.1:1,')
    }
    const { database, ...rest } = source()
    const place = storeIn(await useFolder())
    await makeBackup({ ...rest, database: { ...database, url: await several(database.url) } }, place, quiet)
    const target = await useTarget()
    await restoreBackup(place, { ...target, databaseUrl: await several(target.databaseUrl) }, quiet)
    const users = (content: Record<string, string[]>) => content['public.accounts']
    expect(users(await contentOf(target.databaseUrl))).toEqual(users(await contentOf(service.url)))
  })

  test('a backup of a newer version is refused and says which', async () => {
    const client = await useClient(service.url)
    await client.query(`INSERT INTO migrations VALUES (9999, '9999-later.sql', 'abc', now(), '9.9.9')`)
    const { place } = await useBackup()
    await client.query('DELETE FROM migrations WHERE number = 9999')
    await expect(restoreBackup(place, await useTarget(), quiet)).rejects.toThrow(
      'with migration 9999-later.sql, which this version does not have',
    )
  })
})

test('a stream comes back whole from its parts, however large each may be', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.uint8Array({ minLength: 1, maxLength: 40 }), { maxLength: 12 }),
      fc.integer({ min: 1, max: 100 }),
      async (chunks, partBytes) => {
        const parts = await writeParts(
          memory,
          randomUUID(),
          (async function* () {
            yield* chunks
          })(),
          partBytes,
        )
        const back: Buffer[] = []
        for await (const chunk of readParts(memory, parts)) back.push(chunk)
        expect(Buffer.concat(back)).toEqual(Buffer.concat(chunks))
        for (const { size } of parts) expect(size).toBeLessThan(partBytes + 40)
      },
    ),
    { numRuns: 40 },
  )
})

let memory: ReturnType<typeof storeIn>
beforeAll(async () => {
  memory = storeIn(join(service.dataDir, 'parts'))
})

async function untilAtRest(db: Db): Promise<void> {
  await eventually(async () => {
    const jobs = await db.selectFrom('bulk_jobs').select('id').where('status', '!=', 'completed').limit(1).execute()
    const deliveries = await db.selectFrom('outbox_deliveries').select('event_id').limit(1).execute()
    return jobs.length + deliveries.length === 0
  })
}

async function keysOf(store: ReturnType<typeof storeIn>, prefix = ''): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of store.list(prefix)) keys.push(key)
  return keys.sort()
}
