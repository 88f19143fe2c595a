// A live instance with something of everything in it, whose rows and objects can be spoiled and put right again.
import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { PreparedUpload, SubmittedGroup } from '@mailsift/contract'
import { sql } from 'kysely'
import { eventually } from '../../../../scripts/eventually.ts'
import { createDiskBlobs, type DiskBlobs } from '../../src/platform/blobs/disk.ts'
import { type Caller, type Service, startService } from '../bulk/service.ts'
import { startDnsServer } from '../stand-ins/dns-server.ts'

export type Instance = {
  service: Service
  blobs: DiskBlobs
  owner: Caller
  other: Caller
  ids: { list: string; checked: string; group: string }
  /** Runs `spoil`, then `look`, and puts everything back as it was. */
  spoiled<T>(spoil: () => Promise<unknown>, look: () => Promise<T>): Promise<T>
  stop(): Promise<void>
}

const TABLES = [
  ...['bulk_accounts', 'bulk_uploads', 'bulk_groups', 'bulk_jobs', 'bulk_chunks', 'bulk_keys'],
  ...['bulk_job_times', 'bulk_totals'],
  ...['outbox_events', 'usage_daily', 'contacts'],
]

const ADDRESS = ['93.184.216.34']
const ZONE = {
  'gmail.com': { MX: [[10, 'mx.gmail.com']], NS: ['ns.gmail.com'] },
  'mx.gmail.com': { A: ADDRESS },
  'gmx.de': { A: ADDRESS, NS: ['ns.gmx.de'] },
} as const

export async function startInstance(): Promise<Instance> {
  const dns = await startDnsServer(ZONE)
  const service = await startService({ DNS_SERVERS: dns.address, ENRICHMENT: 'off' })
  const { db, dataDir } = service
  const [owner, other] = [await service.newCaller(), await service.newCaller()]
  const list = await service.submit(owner, { emails: ['ann.lee@gmail.com', 'a\0b', '\u00a0bob@gmx.de'] }, KEY)
  const ids = { list: ((await list.json()) as { job: { id: string } }).job.id, checked: '', group: '' }
  await service.untilDone(owner, ids.list)
  // Its file is written; those of the other lists are not.
  await service.request(owner, `/emails/bulk/${ids.list}/download`)
  ids.checked = (await service.run(owner, ['carl.jones@gmail.com', 'dora.smith@gmx.de', 'info@gmail.com'], 1)).id
  ids.group = await runCsv(service, owner, 'email,n\nann.lee@gmail.com,1\nbob@gmx.de\neve@gmail.com,"x\ny"\n')
  await service.run(other, ['frank.miller@gmail.com'], 1)
  await service.request(owner, '/emails/validate?email=grace.hall@gmail.com&validate_domain=1')
  await untilDelivered(service)
  await service.stopWorker()
  for (const table of TABLES)
    await sql`CREATE TABLE ${sql.table(`saved_${table}`)} AS TABLE ${sql.table(table)}`.execute(db)
  const folder = join(dataDir, 'blobs')
  await cp(folder, join(dataDir, 'saved'), { recursive: true, preserveTimestamps: true })

  async function restore(): Promise<void> {
    await db.transaction().execute(async (tx) => {
      // References and triggers stay out of it: everything is put back as it was.
      await sql`SET LOCAL session_replication_role = replica`.execute(tx)
      for (const table of TABLES) {
        await sql`DELETE FROM ${sql.table(table)}`.execute(tx)
        await sql`INSERT INTO ${sql.table(table)} TABLE ${sql.table(`saved_${table}`)}`.execute(tx)
      }
      await sql`SELECT graphile_worker.force_unlock_workers(array_agg(locked_by)) FROM graphile_worker.jobs`.execute(tx)
      await sql`SELECT graphile_worker.complete_jobs(array_agg(id)) FROM graphile_worker.jobs`.execute(tx)
    })
    await rm(folder, { recursive: true })
    await cp(join(dataDir, 'saved'), folder, { recursive: true, preserveTimestamps: true })
  }

  return {
    service,
    owner,
    other,
    ids,
    blobs: createDiskBlobs({
      folder,
      linkBaseUrl: service.base,
      secrets: [Buffer.from('not used')],
      uploadStallMs: 1_000,
    }),
    async spoiled(spoil, look) {
      try {
        await spoil()
        return await look()
      } finally {
        await restore()
      }
    },
    async stop() {
      await service.stop()
      await dns.close()
    },
  }
}

const KEY = { 'idempotency-key': 'a key' }

export async function runCsv(service: Service, caller: Caller, content: string): Promise<string> {
  const json = { 'content-type': 'application/json' }
  const body = JSON.stringify({ filename: 'a.csv', size_bytes: Buffer.byteLength(content) })
  const prepared = await service.request(caller, '/emails/bulk/upload', { method: 'POST', body, headers: json })
  const { upload_id, upload_url, headers } = (await prepared.json()) as PreparedUpload
  const { 'Content-Length': _length, ...rest } = headers
  await fetch(upload_url, { method: 'PUT', body: content, headers: rest })
  const submitted = await service.submit(caller, { upload_id, email_column: 'email' })
  const { group } = (await submitted.json()) as SubmittedGroup
  await service.untilGroupDone(caller, group.id)
  return group.id
}

async function untilDelivered({ db }: Service): Promise<void> {
  await eventually(async () => (await sql`SELECT FROM outbox_deliveries`.execute(db)).rows.length === 0)
}
