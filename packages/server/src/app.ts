// Parts shared by both roles. api.ts and worker.ts add their own.
import type { Engine } from '@mailsift/engine'
import { loadEngine } from '@mailsift/engine/node'
import { type Plans, readPlans } from './accounts/plans/plans.ts'
import { measureBackups } from './backup/last.ts'
import { type Billing, measureBilling, openBilling } from './billing/billing.ts'
import { measureBulk } from './bulk/bulk.ts'
import { createPackValidated, measureCalibration, type PackValidated } from './calibration/calibration.ts'
import { type Config, dnsOptionsOf, publicOrigin, userAgentOf } from './config/config.ts'
import { followLists, type ListFollower, measureData, measureLists } from './disposable-domains/disposable-domains.ts'
import { createDomainFacts, type DomainFactsService } from './domains/facts.ts'
import { createMail, type Mail } from './mail/mail.ts'
import { openTransport, type Transport } from './mail/transport.ts'
import { measureOutbox } from './outbox/lag.ts'
import type { Wake } from './outbox/outbox.ts'
import { createWaker } from './outbox/wake.ts'
import type { BlobStore } from './platform/blobs/blobs.ts'
import type { DiskBlobs } from './platform/blobs/disk.ts'
import { countBlobFaults } from './platform/blobs/faults.ts'
import { type BlobLimits, openBlobs } from './platform/blobs/open.ts'
import { systemClock } from './platform/clock.ts'
import { type Database, type Db, openDatabase } from './platform/database/database.ts'
import { measurePool } from './platform/database/pool-metrics.ts'
import { createDnsClient, type DnsClient } from './platform/dns/client.ts'
import { StartupError } from './platform/fatal.ts'
import type { Log } from './platform/log.ts'
import { createMetricsOfProcess, type Metrics, type MetricsOfProcess } from './platform/metrics/metrics.ts'
import { createGuardedDial } from './platform/outbound/guarded-dial.ts'
import { createGuardedFetch, type GuardedFetch } from './platform/outbound/guarded-fetch.ts'
import { createHostResolver } from './platform/outbound/host-addresses.ts'
import { measureQueue } from './platform/queue/queue-metrics.ts'
import { measureWorkers } from './platform/queue/worker-watch.ts'
import { readSecrets } from './platform/secrets.ts'
import type { Tracing } from './platform/tracing/tracing.ts'

export type Parts = {
  config: Config
  log: Log
  metrics: MetricsOfProcess
  /** Where there is a collector to send traces to. */
  tracing: Tracing | undefined
  database: Database
  plans: Plans
  billing: Billing | undefined
  engine: Engine
  /** Keeps the engine up to the lists that the fleet has fetched. */
  lists: ListFollower
  fetch: GuardedFetch
  dns: DnsClient
  facts: DomainFactsService
  blobs: BlobStore | DiskBlobs
  mail: Mail
  /** Undefined without SMTP_URL. */
  transport: Transport | undefined
  /** Call it after a commit that announced something. */
  wakeOutbox: Wake
  /** Undefined where validated addresses are not kept. */
  packValidated: PackValidated | undefined
  close(): Promise<void>
}

const WHOIS_PORT = 43
/** A rate that registries tolerate from one client without asking it to slow down. */
const REGISTRY_RATE_LIMIT = { atOnce: 2, perSecond: 5, fastestPerSecond: 20, burst: 10 }

export async function createParts(config: Config, log: Log, limits?: BlobLimits): Promise<Parts> {
  const plans = readPlans(config.plansFile, log)
  // A plan that is not configured has no limits, and strangers would get it.
  if (config.signUpPlan !== '' && !plans.has(config.signUpPlan))
    throw new StartupError(`SIGN_UP_PLAN=${config.signUpPlan} is no plan of PLANS_FILE.`)
  const metrics = createMetricsOfProcess()
  const tracing = await openTracing(config, log)
  const database = openDatabase(config.databaseUrl, {
    log,
    connectionCount: config.databaseConnections,
    directUrl: config.databaseDirectUrl || undefined,
  })
  const { db } = database
  const engine = openEngine(config)
  const dns = createDnsClient(dnsOptionsOf(config))
  const resolveHost = createHostResolver(dns)
  const dial = createGuardedDial({ resolveHost, ports: [WHOIS_PORT] })
  const client = createGuardedFetch({ resolveHost, userAgent: userAgentOf(config) })
  const facts = createDomainFacts(
    { db, clock: systemClock, log, metrics: metrics.own, fetch: client.fetch, dial, dns },
    {
      dns: { concurrency: config.dnsConcurrency, canaries: config.dnsCanaries },
      lookupBudgetMs: config.lookupBudgetMs,
      blocklists: config.dnsbl,
      registry: {
        enabled: config.registryLookups,
        whois: config.whois,
        bootstrapUrl: config.registryServersUrl,
        rateLimit: REGISTRY_RATE_LIMIT,
      },
    },
  )
  const blobs = countBlobFaults(await openBlobs(config, limits), metrics.own)
  const transport = openTransport(config)
  const waker = createWaker({ db, log })
  const lists = followLists({ db, engine, log })
  measureProcess(metrics.own, { database, engine })
  measureFleet(metrics.fleet, database.db)
  return {
    config,
    log,
    metrics,
    tracing,
    database,
    plans,
    billing: openBilling(config),
    engine,
    lists,
    fetch: client.fetch,
    dns,
    facts,
    blobs,
    mail: createMail({ transport, origin: publicOrigin(config), secrets: readSecrets(config.secret) }),
    transport,
    wakeOutbox: waker.wake,
    packValidated: config.calibration ? createPackValidated(readSecrets(config.secret)) : undefined,
    async close() {
      await waker.stop()
      await lists.stop()
      await facts.stop()
      await client.close()
      blobs.close()
      await database.close()
      await tracing?.stop()
    },
  }
}

function measureProcess(metrics: Metrics, { database, engine }: Pick<Parts, 'database' | 'engine'>): void {
  measurePool({ pool: database.pool, metrics })
  measureData({ engine, metrics })
}

function measureFleet(metrics: Metrics, db: Db): void {
  measureQueue({ db, metrics })
  measureWorkers({ db, metrics })
  measureOutbox({ db, metrics })
  measureBulk({ db, metrics })
  measureLists({ db, metrics })
  measureBackups({ db, metrics })
  measureBilling({ db, metrics })
  measureCalibration({ db, metrics })
}

/** An operator can fix both faults: data that was not compiled, or a setting that is no domain. */
function openEngine({ allowDomains, denyDomains }: Config): Engine {
  try {
    return loadEngine({ allow: allowDomains, deny: denyDomains })
  } catch (error) {
    throw new StartupError((error as Error).message)
  }
}

async function openTracing(config: Config, log: Log): Promise<Tracing | undefined> {
  const { otlpEndpoint: endpoint, otlpHeaders: headers, serviceName, role } = config
  if (!endpoint) return undefined
  const { createTracing } = await import('./platform/tracing/tracing.ts')
  return createTracing({ endpoint, headers: readHeaders(headers), serviceName, role, log })
}

/** `name=value` pairs, separated by commas, values percent-encoded: as every OpenTelemetry exporter reads them. */
function readHeaders(text: string): Record<string, string> {
  const pairs = text.split(',').filter(Boolean)
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf('=')
      return [pair.slice(0, at).trim(), decodeURIComponent(pair.slice(at + 1).trim())]
    }),
  )
}
