// What both roles are made of. api.ts and worker.ts add what only they need.
import { lookup } from 'node:dns/promises'
import { join } from 'node:path'
import type { Engine } from '@mailsift/engine'
import { loadEngine } from '@mailsift/engine/node'
import type { Config } from './config.ts'
import { createDomainFacts, type DomainFactsService } from './domains/facts.ts'
import type { Wake } from './outbox/outbox.ts'
import { createWaker } from './outbox/wake.ts'
import type { BlobStore } from './platform/blobs/blobs.ts'
import { createDiskBlobs, type DiskBlobs } from './platform/blobs/disk.ts'
import { systemClock } from './platform/clock.ts'
import { type Database, openDatabase } from './platform/database.ts'
import { createGuardedFetch } from './platform/guarded-fetch.ts'
import type { Log } from './platform/log.ts'
import { createMetrics, type Metrics } from './platform/metrics.ts'

export type Parts = {
  config: Config
  log: Log
  metrics: Metrics
  database: Database
  engine: Engine
  facts: DomainFactsService
  blobs: BlobStore | DiskBlobs
  /** Call it after a commit that announced something. */
  wakeOutbox: Wake
  close(): Promise<void>
}

const UPLOAD_STALL_MS = 30_000
const REGISTRY_BOOTSTRAP_URL = 'https://data.iana.org/rdap/dns.json'

export async function createParts(config: Config, log: Log): Promise<Parts> {
  const metrics = createMetrics()
  const database = openDatabase(config.databaseUrl, { log, connectionCount: config.databaseConnections })
  const engine = loadEngine()
  const client = createGuardedFetch({
    resolveHost: async (host) => (await lookup(host, { all: true })).map(({ address }) => address),
    userAgent: 'Mailsift/0.1 (+https://github.com/mailsift/mailsift)',
  })
  const facts = createDomainFacts(
    {
      ...{ db: database.db, clock: systemClock, log, metrics, fetch: client.fetch },
      registrableDomain: (domain) => registrableDomain(engine, domain),
    },
    {
      dns: {
        servers: config.dnsServers,
        fallbackServers: [],
        timeoutMs: 2_000,
        tries: 3,
        concurrency: config.dnsConcurrency,
      },
      registry: {
        enabled: config.registryLookups,
        bootstrapUrl: REGISTRY_BOOTSTRAP_URL,
        gate: { atOnce: 2, perSecond: 5, burst: 10 },
      },
    },
  )
  const blobs = createDiskBlobs({
    folder: join(config.dataDir, 'blobs'),
    linkBaseUrl: `${config.baseUrl}/files`,
    secret: Buffer.from(config.secret),
    uploadStallMs: UPLOAD_STALL_MS,
  })
  const waker = createWaker({ db: database.db, log })
  return {
    ...{ config, log, metrics, database, engine, facts, blobs, wakeOutbox: waker.wake },
    async close() {
      await waker.stop()
      await facts.stop()
      await client.close()
      blobs.close()
      await database.close()
    },
  }
}

/** As the engine sees it; null for a name that no mail can go to. */
function registrableDomain(engine: Engine, domain: string): string | null {
  const verdict = engine.judge(`postmaster@${domain}`)
  return verdict.ok ? verdict.domain.root : null
}
