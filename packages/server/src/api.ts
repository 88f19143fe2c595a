// The HTTP side: every route is registered here.
import { randomUUID } from 'node:crypto'
import { CONSOLE_PATHS } from '@mailsift/contract'
import { createAuthentication } from './access/authentication.ts'
import { registerAccess } from './access/caller.ts'
import { ensureFirstAccount, firstSignInLink } from './accounts/first-account.ts'
import { createPlanCache, registerPlanRules } from './accounts/plans/plans.ts'
import { registerAccountRoutes } from './accounts/routes.ts'
import { registerOperatorRoutes } from './admin/area/routes.ts'
import { createParts, type Parts } from './app.ts'
import { registerAuditRoutes } from './audit/routes.ts'
import { registerBillingRoutes } from './billing/billing.ts'
import { createMailReader, type MailReader, registerBounceRoutes } from './bounces/bounces.ts'
import { createRowCounter, createShortLists, createStorage, registerBulkRoutes } from './bulk/bulk.ts'
import { registerCalibrationRoute } from './calibration/routes.ts'
import { type Config, publicOrigin, userAgentOf } from './config/config.ts'
import { registerConfiguration } from './console/configuration.ts'
import { registerConsole } from './console/routes.ts'
import { registerContactRoutes } from './contacts/routes.ts'
import { registerSiteKeyRoutes } from './credentials/site-keys/routes.ts'
import { registerTokenRoutes } from './credentials/tokens/routes.ts'
import { createAccountLimits } from './credentials/tokens/token-limits.ts'
import { registerDomainRoutes } from './domains/routes.ts'
import { registerHelp } from './help/routes.ts'
import { createSignInDeps } from './identity/deps.ts'
import { registerIdentityRoutes } from './identity/routes.ts'
import { createAddressCheck } from './identity/sign-up/check-address.ts'
import { registerMailRoutes } from './mail/routes.ts'
import { knownOf, NOTHING_KNOWN } from './mailboxes/mailboxes.ts'
import { registerMailboxRoutes } from './mailboxes/routes.ts'
import { registerMcpRoute } from './mcp/routes.ts'
import { normalizedOf } from './platform/address-search.ts'
import { watchBrowserAccess } from './platform/blobs/browser-access.ts'
import type { BlobLimits } from './platform/blobs/open.ts'
import { recordStoreCheck } from './platform/blobs/store-checks.ts'
import { watchStore } from './platform/blobs/store-watch.ts'
import { diskFolderOf, FULL_BYTES, watchFreeSpace } from './platform/data-folder/free-space.ts'
import { allowOrigins } from './platform/http/cors.ts'
import { drain } from './platform/http/limits/drain.ts'
import { refuseOtherMethods } from './platform/http/limits/methods.ts'
import { createRateLimits } from './platform/http/limits/rate-limit.ts'
import { registerHealth } from './platform/http/pages/health.ts'
import { registerMetrics } from './platform/http/pages/metrics-route.ts'
import { readOpenApi, registerReference } from './platform/http/pages/reference.ts'
import { registerSecurityTxt } from './platform/http/pages/security-txt.ts'
import { createHttp, type Http } from './platform/http/server.ts'
import { explainListenError, isLoopback, readListenAddress } from './platform/listening.ts'
import type { Log } from './platform/log.ts'
import { createMetricsReader, type MetricsOfProcess } from './platform/metrics/metrics.ts'
import { createTrustedFetch } from './platform/outbound/trusted-fetch.ts'
import { type WorkerWatch, watchWorkers } from './platform/queue/worker-watch.ts'
import { readSecrets } from './platform/secrets.ts'
import { traceRequests } from './platform/tracing/trace-requests.ts'
import { registerListProbeRoutes, requestProbe } from './probe/probe.ts'
import { registerRuleRoutes } from './rules/routes.ts'
import { registerSuppressionRoutes } from './suppressions/routes.ts'
import { createWarn, tellOfQuota } from './usage/quota/warning.ts'
import { registerUsageRoutes } from './usage/routes.ts'
import { createQuotas, createUsageRecorder } from './usage/usage.ts'
import { guardTag, registerGuardAssets } from './validation/guard/assets.ts'
import { registerGuardRoutes } from './validation/guard/routes.ts'
import { registerPlaygroundRoutes } from './validation/playground/routes.ts'
import { registerValidationRoutes } from './validation/routes.ts'
import { registerWarehouseRoutes } from './warehouse/routes.ts'

/** Lookups get this long when the process is to end; then their requests are told to come again. */
const LOOKUP_GRACE_MS = 3_000

export type RunningApi = {
  http: Http
  address: string
  metrics: MetricsOfProcess
  /** The owner's first token and sign-in link, for the welcome of a machine that runs on its own. */
  firstSteps(): Promise<{ token: string | undefined; signInLink: string | undefined }>
  /** Replaced: others accept connections from the same socket. */
  stop(isReplaced?: boolean): Promise<void>
}

export type ApiOptions = {
  limits?: BlobLimits
  /** A bound socket that is shared with others. Default: one of its own, on HOST and PORT. */
  listenDescriptor?: number
  /** The metrics of all processes of this node. Default: those of this one. */
  readNodeMetrics?: () => Promise<string | undefined>
}

export async function startApi(
  config: Config,
  log: Log,
  { listenDescriptor, ...options }: ApiOptions = {},
): Promise<RunningApi> {
  return (await prepareApi(config, log, options))(listenDescriptor)
}

/** All of its start that needs no database. Returns the function that does the rest. */
export async function prepareApi(
  config: Config,
  log: Log,
  { limits, readNodeMetrics }: Omit<ApiOptions, 'listenDescriptor'> = {},
): Promise<(listenDescriptor?: number) => Promise<RunningApi>> {
  const parts = await createParts(config, log, limits)
  const api = createApi(parts, readNodeMetrics)
  api.registerRoutes()
  await api.http.ready()
  return (listenDescriptor) => serve(parts, api, listenDescriptor)
}

async function serve(parts: Parts, api: Api, listenDescriptor?: number): Promise<RunningApi> {
  const { config, log } = parts
  await parts.lists.refresh()
  const address = await listen(api.http, config, listenDescriptor)
  const bounces = await listenForBounces(parts, api.mailReader)
  log.info({ address }, 'API listening')
  return {
    http: api.http,
    address,
    metrics: parts.metrics,
    async firstSteps() {
      const { db } = parts.database
      const token = await ensureFirstAccount(db, config.dataDir)
      const mayOffer = config.console && isOnLoopback(config)
      return { token, signInLink: mayOffer ? await firstSignInLink(db, publicOrigin(config)) : undefined }
    },
    async stop(isReplaced) {
      const cutting = setTimeout(() => void parts.facts.stop(), LOOKUP_GRACE_MS)
      await bounces?.stop()
      await api.stop(isReplaced)
      clearTimeout(cutting)
      await parts.close()
    },
  }
}

/** Loaded only where it is turned on. */
async function listenForBounces({ config, database, engine, facts, log }: Parts, mailReader: MailReader) {
  const address = readListenAddress(config.bounceListen)
  if (!address) return undefined
  const { listenForMail } = await import('./bounces/receive/listener.ts')
  const createRateLimiter = createRateLimits({ pool: database.pool, secret: config.secret })
  const secrets = readSecrets(config.secret)
  const deps = { db: database.db, engine, facts, log, secrets, mailReader, createRateLimiter }
  return listenForMail(address, config.bounceProtocol, deps)
}

export type Api = {
  http: Http
  /** The bounce listener shares it. */
  mailReader: MailReader
  /** Apart from making the server, because openapi.json is written by a plugin that has to come in between. */
  registerRoutes(): void
  stop(isReplaced?: boolean): Promise<void>
}

export function createApi(parts: Parts, readNodeMetrics: ApiOptions['readNodeMetrics'] = async () => undefined): Api {
  const { config, log, metrics, database, blobs, engine, facts, packValidated } = parts
  const { db } = database
  const origin = publicOrigin(config)
  const http = createHttp({
    log,
    metrics: metrics.own,
    docsUrl: `${origin}/docs`,
    trustProxy: config.trustProxy.length ? config.trustProxy.join(',') : false,
    https: origin.startsWith('https:'),
    overload: config,
    hostNames: [new URL(origin).hostname, config.host, ...config.hostNames],
    accessLogMax: config.accessLogMax,
  })
  const createRateLimiter = createRateLimits({ pool: database.pool, secret: config.secret })
  const mailReader = createMailReader()
  const plans = createPlanCache({ db, plans: parts.plans })
  const authentication = createAuthentication({
    database,
    log,
    secret: config.secret,
    origin,
    passwordSignIn: config.passwordSignIn,
    providers: config.oidcProviders,
    fetch: createTrustedFetch({ userAgent: userAgentOf(config) }),
    plans: parts.plans,
    onChange: plans.forget,
  })
  // Without configured plans, nothing counts and nothing asks.
  const quotas = parts.plans.areConfigured
    ? createQuotas({ db, plans, warn: createWarn({ log, tell: tellOfQuota(parts.mail) }) })
    : undefined
  const signUp = {
    mode: config.signUp,
    domains: config.signUpDomains,
    proofBits: config.signUpProofBits,
    plan: config.signUpPlan,
    normalize: (email: string) => normalizedOf(engine, email) ?? email,
    checkAddress: createAddressCheck({
      engine,
      facts,
      domains: config.signUp === 'domain' ? config.signUpDomains : [],
    }),
  }
  const usage = createUsageRecorder({ pool: database.pool, log, wake: parts.wakeOutbox })
  const isBucket = config.blobStore !== 'disk'
  const checker = randomUUID()
  // Our own store links objects under their name, which cannot overwrite.
  const store = isBucket
    ? watchStore({ blobs, log, report: (check) => recordStoreCheck(db, checker, check) })
    : undefined
  const bucket = isBucket && config.console ? watchBrowserAccess({ blobs, origin, log }) : undefined
  const disk = watchFreeSpace(diskFolderOf(config), config.freeSpaceMinBytes)
  const fullDisk = watchFreeSpace(diskFolderOf(config), FULL_BYTES)
  let workers: WorkerWatch | undefined
  http.addHook('onListen', (done) => {
    workers = watchWorkers({ db, log })
    done()
  })
  const shortLists = createShortLists({
    log,
    tracing: parts.tracing,
    engine,
    facts,
    wake: parts.wakeOutbox,
    maxCount: config.shortListMaxCount,
    countRows: createRowCounter(metrics.own),
    packValidated,
    registryBudgetMs: config.registryChunkBudgetMs,
  })
  const readOwnMetrics = createMetricsReader(metrics)
  const readMetrics = async () => (await readNodeMetrics()) ?? readOwnMetrics()
  let stopping = false
  return {
    http,
    mailReader,
    registerRoutes() {
      if (parts.tracing) traceRequests(http, parts.tracing)
      allowOrigins(http, config.corsOrigins)
      registerAccess(http, authentication)
      if (quotas) registerPlanRules(http, { plans, limits: createAccountLimits({ db }) })
      const refuseRest = refuseOtherMethods(http)
      const complaints = {
        dns: facts.dnsComplaint,
        workers: () => workers?.complaint(),
        ...(store && { store: () => store.last().problem }),
        ...(bucket && { bucket: bucket.complaint }),
      }
      registerHealth(http, { db, isStopping: () => stopping, isDiskFull: fullDisk.isLow, complaints })
      if (servesMetrics(config)) registerMetrics(http, { read: readMetrics, token: config.metricsToken })
      registerReference(http, { origin })
      registerHelp(http)
      registerConsole(http, { isOn: config.console, origin, blobs })
      registerSecurityTxt(http, { contact: config.securityContact, origin })
      const signIn = createSignInDeps({ db, authentication, mail: parts.mail, createRateLimiter })
      registerIdentityRoutes(http, { ...signIn, signUp })
      registerAccountRoutes(http, { ...signIn, normalize: signUp.normalize })
      registerMailRoutes(http, signIn)
      registerTokenRoutes(http, signIn)
      registerAuditRoutes(http, signIn)
      registerConfiguration(http, { config })
      registerSiteKeyRoutes(http, { db, createRateLimiter, scriptTag: () => guardTag(config.baseUrl) })
      registerGuardAssets(http)
      registerGuardRoutes(http, { db, engine, usage, quotas, plans, packValidated, createRateLimiter })
      registerRuleRoutes(http, { db, engine })
      registerUsageRoutes(http, { db, plans: parts.plans, hasBilling: parts.billing !== undefined })
      registerBillingRoutes(http, {
        ...{ db, plans: parts.plans, provider: parts.billing?.provider },
        returnUrl: `${origin}${CONSOLE_PATHS.usage}`,
      })
      registerOperatorRoutes(http, { db, plans: parts.plans })
      registerPlaygroundRoutes(http, {
        db,
        engine,
        secret: config.secret,
        perNetworkDaily: config.playgroundDaily,
        sessionCookieName: authentication.cookie.name,
        createRateLimiter,
      })
      const secrets = readSecrets(config.secret)
      const readKnown = async (accountId: string, address: string) =>
        (await knownOf({ engine, secrets }, db, accountId, [address]))[0] ?? NOTHING_KNOWN
      const probing = config.probe && {
        requestProbe: (accountId: string, address: string) => requestProbe({ engine, secrets }, db, accountId, address),
      }
      const validation = {
        db,
        engine,
        facts,
        usage,
        quotas,
        packValidated,
        readKnown,
        ...probing,
        registryBudgetMs: config.registryBudgetMs,
      }
      registerValidationRoutes(http, validation)
      registerWarehouseRoutes(http, validation)
      registerDomainRoutes(http, validation)
      const csvAdmission = () => config.csvAdmission && (store?.last().acceptsUploads ?? true)
      const storage = createStorage({ disk, accountMaxBytes: config.storageMaxBytes })
      registerBulkRoutes(http, { ...config, db, blobs, csvAdmission, storage, quotas, shortLists })
      const dailyMax = config.probe ? config.probeDailyMax : undefined
      registerListProbeRoutes(http, { db, engine, secrets, dailyMax })
      const contacts = { db, engine, enrichment: config.enrichment, secrets }
      registerContactRoutes(http, contacts)
      const mailDomain = config.bounceListen ? config.bounceDomain || new URL(origin).hostname : undefined
      const mailboxes = { db, engine, facts, secrets, origin, createRateLimiter, mailDomain, mailReader }
      registerMailboxRoutes(http, mailboxes)
      registerBounceRoutes(http, mailboxes)
      registerSuppressionRoutes(http, mailboxes)
      registerCalibrationRoute(http, { db, calibration: config.calibration })
      if (config.mcp)
        registerMcpRoute(http, {
          ...validation,
          ...contacts,
          blobs,
          storage,
          plans,
          shortLists,
          log,
          origin,
          baseUrl: config.baseUrl,
          bulkAdmission: config.bulkAdmission,
          readOpenApi: () => readOpenApi(origin),
        })
      refuseRest()
    },
    async stop(isReplaced = false) {
      stopping = true
      await drain(http, { isReplaced })
      store?.stop()
      bucket?.stop()
      workers?.stop()
      await quotas?.close()
      await authentication.close()
      await mailReader.stop()
    },
  }
}

/** Strangers must not read them: without a token, only an API that is reached from this machine alone has them. */
function servesMetrics(config: Config): boolean {
  if (config.metricsListen) return false
  return config.metricsToken !== '' || isOnLoopback(config)
}

/** Whether only this machine reaches the API. */
function isOnLoopback({ host, baseUrl }: Config): boolean {
  return [host, new URL(baseUrl).hostname].every(isLoopback)
}

const BACKLOG = 1024

async function listen(http: Http, { host, port }: Config, fd?: number): Promise<string> {
  try {
    // The framework hands on what Node knows: a descriptor goes before an address.
    return await http.listen({ host, port, backlog: BACKLOG, ...(fd !== undefined && { fd }) })
  } catch (error) {
    throw explainListenError(error as NodeJS.ErrnoException, { host, port })
  }
}
