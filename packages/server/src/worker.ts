// The background side: every task and every periodic entry is registered here.
import { accountsCron, deleteOldInvitations } from './accounts/delete-old.ts'
import { noticeCompletedList } from './accounts/notices.ts'
import { createPlanCache } from './accounts/plans/plans.ts'
import { createParts, type Parts } from './app.ts'
import { auditCron, deleteOldEvents } from './audit/delete-old.ts'
import { billingCron, billingTasks } from './billing/billing.ts'
import {
  bouncesCron,
  createMailReader,
  deleteOldBursts,
  type MailReader,
  pickUp,
  pickUpCron,
  planPickUps,
  resealSources,
} from './bounces/bounces.ts'
import { bulkCron, bulkTasks, createJobEncoders, createRowCounter, type JobEncoders } from './bulk/bulk.ts'
import {
  calibrate,
  calibrationCron,
  deleteOldValidated,
  keepValidated,
  VALIDATED_KEPT_DAYS,
} from './calibration/calibration.ts'
import { type Config, userAgentOf } from './config/config.ts'
import { type ContactsListenerDeps, contactsListener, countUnreadable } from './contacts/contacts.ts'
import { credentialsCron, deleteOldTokens } from './credentials/delete-old.ts'
import { listsCron, listTasks, planFirstListRefresh } from './disposable-domains/disposable-domains.ts'
import { domainsCron, domainTasks, planFirstRefresh } from './domains/tasks.ts'
import { enrichmentCron, enrichmentTasks } from './enrichment/enrichment.ts'
import { deleteOldSignIns, identityCron } from './identity/delete-old.ts'
import { mailSignUp } from './identity/sign-up/sign-up-mail.ts'
import { mailResetLink } from './identity/users/reset-mail.ts'
import { mailCron, mailTasks } from './mail/send.ts'
import { deleteOldEvidence, mailboxesCron } from './mailboxes/mailboxes.ts'
import { deliver } from './outbox/deliver.ts'
import type { Listeners } from './outbox/outbox.ts'
import { outboxCron, sweepOutbox } from './outbox/sweep.ts'
import { systemClock } from './platform/clock.ts'
import type { Log } from './platform/log.ts'
import type { MetricsOfProcess } from './platform/metrics/metrics.ts'
import { createHostResolver } from './platform/outbound/host-addresses.ts'
import { type Heartbeat, startHeartbeat } from './platform/queue/heartbeat.ts'
import { deleteOldTrials, isolationCron } from './platform/queue/isolate.ts'
import { type Queue, startQueue, type TaskHandlers, type TaskName } from './platform/queue/queue.ts'
import { createTaskMeter } from './platform/queue/task-metrics.ts'
import { readSecrets } from './platform/secrets.ts'
import { deleteOldProbes, openProbe, PROBE_CONCURRENCY, probeCron, selectFromList } from './probe/probe.ts'
import { deleteOldSuppressions, suppressionsCron } from './suppressions/delete-old.ts'
import { countVerdicts } from './usage/analytics.ts'
import { addToLedger } from './usage/ledger.ts'
import { createQuotas } from './usage/quota/quotas.ts'
import { quotaCron, reconcileQuotas, sweepReservations } from './usage/quota/reconcile.ts'
import { createWarn, tellOfQuota } from './usage/quota/warning.ts'
import { deleteOldAllowances, playgroundCron } from './validation/playground/allowance.ts'

/** Lookups get this long when the process is to end. Most need none; those of name servers that are silent would take all of its time. */
const LOOKUP_GRACE_MS = 2_000

export type RunningWorker = {
  metrics: MetricsOfProcess
  ended: Promise<void>
  stop(): Promise<void>
}

export type WorkerOptions = {
  /** Told the name under which it takes tasks. */
  onProcess?: (processName: string) => void
}

type WorkerParts = Parts & { encoders: JobEncoders; mailReader: MailReader }

export async function startWorker(config: Config, log: Log, options?: WorkerOptions): Promise<RunningWorker> {
  return (await prepareWorker(config, log))(options)
}

/** All of its start that needs no database. Returns the function that does the rest. */
export async function prepareWorker(
  config: Config,
  log: Log,
): Promise<(options?: WorkerOptions) => Promise<RunningWorker>> {
  const parts = await createParts(config, log)
  return (options) => work(parts, options)
}

async function work(parts: Parts, { onProcess = () => undefined }: WorkerOptions = {}): Promise<RunningWorker> {
  const { config } = parts
  await parts.lists.refresh()
  const encoders = createJobEncoders()
  const mailReader = createMailReader()
  const heartbeat = startHeartbeat(parts)
  onProcess(heartbeat.process)
  const queues = await startQueues({ ...parts, encoders, mailReader }, heartbeat)
  if (config.registryLookups) await planFirstRefresh(parts.database.db)
  if (config.listRefresh) await planFirstListRefresh(parts.database.db)
  await resealKeys(parts)
  await warnOfUnreadable(parts)
  return {
    metrics: parts.metrics,
    ended: Promise.race(queues.map(({ ended }) => ended)),
    async stop() {
      const cutting = setTimeout(() => void parts.facts.stop(), LOOKUP_GRACE_MS)
      await Promise.all(queues.map((queue) => queue.stop()))
      clearTimeout(cutting)
      await heartbeat.stop()
      await mailReader.stop()
      await parts.close()
    },
  }
}

/** A task that reads sites waits for them nearly all the time: such tasks have many slots of their own, and take none from bulk jobs. */
async function startQueues(parts: WorkerParts, heartbeat: Heartbeat): Promise<Queue[]> {
  const { config, database, log, tracing } = parts
  const shared = {
    database,
    log,
    tracing,
    meter: createTaskMeter(parts.metrics.own),
    heartbeat,
  }
  const { 'enrichment.website': website, 'probe.run': probe, ...tasks } = tasksOf(parts)
  const visiting = { 'enrichment.website': website }
  const fallbackTasks: TaskName[] = ['bulk.split', 'bulk.finalize', 'enrichment.website', 'enrichment.wikidata']
  const main = await startQueue({
    ...shared,
    concurrency: config.workerConcurrency,
    tasks: config.enrichment ? tasks : { ...tasks, ...visiting },
    splittableTasks: ['bulk.chunk', 'outbox.deliver'],
    fallbackTasks,
    cron: [
      ...accountsCron,
      ...auditCron,
      ...billingCron,
      ...bouncesCron,
      ...pickUpCron,
      ...bulkCron,
      ...credentialsCron,
      ...domainsCron,
      ...calibrationCron,
      ...enrichmentCron,
      ...identityCron,
      ...mailboxesCron,
      ...suppressionsCron,
      ...probeCron,
      ...isolationCron,
      ...listsCron,
      ...mailCron,
      ...outboxCron,
      ...playgroundCron,
      ...quotaCron,
    ],
  })
  const queues = [main]
  if (config.enrichment) {
    const concurrency = config.enrichmentConcurrency
    queues.push(await startQueue({ ...shared, concurrency, tasks: visiting, fallbackTasks, cron: [] }))
  }
  // A worker that must not probe leaves these tasks to those that may.
  if (config.probe) {
    const tasks = { 'probe.run': probe }
    queues.push(await startQueue({ ...shared, concurrency: PROBE_CONCURRENCY, tasks, cron: [] }))
  }
  return queues
}

/** After this, the keys and passwords of bounce sources need the newest secret alone. */
async function resealKeys({ config, database, log }: Parts): Promise<void> {
  const sources = await resealSources(database.db, readSecrets(config.secret))
  if (sources > 0)
    log.error(
      { sources },
      'keys of bounce sources not readable: add the previous secret to SECRET after the new one, separated by a comma',
    )
}

/** The list keeps its promise only with the secrets that it was made with. */
async function warnOfUnreadable({ config, database, log }: Parts): Promise<void> {
  const addresses = await countUnreadable(database.db, readSecrets(config.secret))
  if (addresses > 0)
    log.error(
      { addresses },
      'suppressed addresses not matched: add the previous secret to SECRET after the new one, separated by a comma',
    )
}

function tasksOf({
  config,
  log,
  metrics,
  tracing,
  database,
  plans,
  billing,
  engine,
  fetch,
  dns,
  facts,
  blobs,
  encoders,
  mail,
  transport,
  wakeOutbox,
  packValidated,
  mailReader,
}: WorkerParts): TaskHandlers {
  const { db } = database
  const secrets = readSecrets(config.secret)
  const listeners = createListeners({ engine, enrichment: config.enrichment, secrets })
  const planCache = createPlanCache({ db, plans })
  const quotas = plans.areConfigured
    ? createQuotas({ db, plans: planCache, warn: createWarn({ log, tell: tellOfQuota(mail) }) })
    : undefined
  const probeDeps = { db, log, metrics: metrics.own, engine, secrets, facts, dns }
  const probe = config.probe ? openProbe(probeDeps, config) : async () => undefined
  const selecting = { dailyMax: config.probeDailyMax, skipHosts: config.probeSkipHosts }
  const asking = { fetch, userAgent: userAgentOf(config), clock: systemClock }
  return {
    'accounts.delete-old': () => deleteOldInvitations(db),
    'audit.delete-old': () => deleteOldEvents(db),
    'bounces.delete-old': () => deleteOldBursts({ engine, secrets }, db),
    'bounces.plan-pick-ups': () => planPickUps(db),
    'bounces.pick-up': ({ sourceId }, { signal }) =>
      pickUp({ db, log, engine, secrets, facts, mailReader, resolveHost: createHostResolver(dns) }, sourceId, signal),
    'credentials.delete-old': () => deleteOldTokens(db),
    'identity.delete-old': () => deleteOldSignIns(db),
    'suppressions.delete-old': () => deleteOldSuppressions(db),
    'identity.mail-reset-link': mailResetLink({ db, mail, secrets }),
    'identity.mail-sign-up': mailSignUp({ db, mail, secrets }),
    'calibration.count': () => calibrate(db, secrets),
    'calibration.delete-old': () => deleteOldValidated(db, config.calibration ? VALIDATED_KEPT_DAYS : 0),
    'mailboxes.delete-old': () => deleteOldEvidence(db),
    'probe.delete-old': () => deleteOldProbes(db),
    'probe.run': (task, { signal }) => probe(task, signal),
    'probe.select-list': (list, { signal }) => selectFromList({ db, engine, secrets, facts }, list, selecting, signal),
    'outbox.deliver': (task, context) => deliver({ db, log, listeners, tracing }, task, context),
    'outbox.sweep': () => sweepOutbox({ db }),
    'queue.delete-old-trials': () => deleteOldTrials(db),
    'playground.delete-old': () => deleteOldAllowances({ db }),
    ...mailTasks({ db, log, metrics: metrics.own, secrets, transport }),
    ...billingTasks({ db, log, clock: systemClock, plans }, billing),
    'quota.sweep': () => sweepReservations(db),
    'quota.reconcile': () => reconcileQuotas({ db, log }),
    ...domainTasks(facts),
    ...listTasks({ db, log, engine, fetch, urls: config.listSources }, { enabled: config.listRefresh }),
    ...bulkTasks({
      db,
      log,
      engine,
      facts,
      blobs,
      quotas,
      encoders,
      wake: wakeOutbox,
      packValidated,
      onGroupFinished: (tx, list) => noticeCompletedList(tx, mail, list),
      countRows: createRowCounter(metrics.own),
      registryBudgetMs: config.registryChunkBudgetMs,
      lookupPatienceMs: config.lookupPatienceMs,
    }),
    ...enrichmentTasks(
      { ...asking, db, log, metrics: metrics.own, engine },
      {
        enabled: config.enrichment,
        sources: config.enrichmentSources,
        searchesByName: config.wikidataNameSearch,
        refreshMaxCount: config.enrichmentRefreshMax,
      },
    ),
  }
}

export function createListeners(deps: ContactsListenerDeps): Listeners {
  return {
    usage: addToLedger,
    async analytics(tx, events) {
      await countVerdicts(tx, events)
      await keepValidated(tx, events)
    },
    contacts: contactsListener(deps),
  }
}
