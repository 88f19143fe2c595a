// The only reader of the environment. Every setting has a working default; all problems are reported at once.
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { DAILY_LISTS } from '@mailsift/engine/daily-lists'
import { StartupError } from '../platform/fatal.ts'
import {
  baseUrl,
  blobStore,
  canaries,
  choice,
  contact,
  databaseUrl,
  ENRICHMENT_SOURCES,
  headerText,
  hostName,
  integer,
  list,
  listenAddress,
  listSources,
  networks,
  onOff,
  origins,
  otlpHeaders,
  type Parse,
  resolvers,
  secret,
  secrets,
  sources,
  text,
  url,
} from './settings.ts'

/** `fallback` is the value itself; `shown` is what the documentation says where the value depends on the machine. */
type Setting<T> = { name: string; help: string; parse: Parse<T>; fallback: T; shown?: string; secret?: boolean }

function setting<T>(
  name: string,
  parse: Parse<T>,
  fallback: T,
  help: string,
  more: { shown?: string; secret?: boolean } = {},
): Setting<T> {
  return { name, parse, fallback, help, ...more }
}

function between(least: number, wanted: number, most: number): number {
  return Math.min(Math.max(wanted, least), most)
}

const SETTINGS = {
  role: setting(
    'ROLE',
    choice('all', 'api', 'worker'),
    'all',
    'What this node does. `all` runs the embedded database, the API and workers; `api` and `worker` are the parts of a fleet. Each is a supervisor with processes that it restarts.',
  ),
  host: setting('HOST', hostName, '127.0.0.1', 'Address to listen on.'),
  port: setting('PORT', integer(1, 65_535), 3000, 'Port to listen on.'),
  baseUrl: setting('BASE_URL', baseUrl, '', 'Public address of the API, for absolute links; ends in `/v1`.', {
    shown: '`http://HOST:PORT/v1`',
  }),
  hostNames: setting(
    'HOST_NAMES',
    list,
    [],
    'Further names that the service goes by, such as one that only its own network knows. The name in `BASE_URL`, `localhost` and addresses always work; requests under other names are refused (421), health checks excepted.',
    { shown: 'none' },
  ),
  corsOrigins: setting(
    'CORS_ORIGINS',
    origins,
    [],
    'Origins such as `https://app.contoso.com`, separated by commas, whose pages may use the API with tokens. `*` is refused. Forms use site keys instead.',
    { shown: 'none' },
  ),
  trustProxy: setting(
    'TRUST_PROXY',
    networks,
    [],
    'Addresses or ranges of proxies whose X-Forwarded-* headers are believed.',
    { shown: 'none' },
  ),
  dataDir: setting(
    'DATA_DIR',
    text,
    './data',
    'Folder for the embedded database, stored files, secrets and the first token.',
  ),
  databaseUrl: setting(
    'DATABASE_URL',
    databaseUrl,
    '',
    'An outside PostgreSQL 14 or later instead of the embedded one. Several hosts, separated by commas: the one that can be written to is used.',
    { shown: 'embedded', secret: true },
  ),
  databaseDirectUrl: setting(
    'DATABASE_DIRECT_URL',
    databaseUrl,
    '',
    'Where `DATABASE_URL` leads to a pooler that shares sessions between transactions (PgBouncer): the same database without it, for listening, locks and migrations.',
    { shown: '`DATABASE_URL`', secret: true },
  ),
  databaseConnections: setting(
    'DATABASE_CONNECTIONS',
    integer(2, 500),
    10,
    'Connections to the database that each process may open.',
  ),
  apiProcesses: setting(
    'API_PROCESSES',
    integer(1, 64),
    between(1, Math.floor(availableParallelism() / 2), 8),
    'API processes that `ROLE=all` and `ROLE=api` start; they share the port.',
    { shown: 'half the cores, from 1 to 8' },
  ),
  workers: setting(
    'WORKERS',
    integer(1, 256),
    between(1, availableParallelism() - 1, 16),
    'Worker processes that `ROLE=all` and `ROLE=worker` start.',
    { shown: 'cores − 1, from 1 to 16' },
  ),
  workerConcurrency: setting('WORKER_CONCURRENCY', integer(1, 64), 4, 'Tasks that one worker process runs at a time.'),
  standstillMaxMs: setting(
    'STANDSTILL_MAX_MS',
    integer(0, 600_000),
    8_000,
    'A process whose event loop stands still for this long is killed, so that others take up its work; 0 leaves it alone, for a debugger.',
  ),
  secret: setting(
    'SECRET',
    secrets,
    '',
    'Signs sessions, links and tickets. Processes of one fleet share it. Several, separated by commas: the first signs, all are good.',
    {
      shown: 'made on first start',
      secret: true,
    },
  ),
  signUp: setting(
    'SIGN_UP',
    choice('open', 'closed'),
    'closed',
    'Whether strangers may create accounts. The administration command always can.',
  ),
  playgroundDaily: setting(
    'PLAYGROUND_DAILY',
    integer(0, 1_000_000),
    100,
    'Anonymous playground validations a day for one network; 0 closes the playground.',
  ),
  console: setting(
    'CONSOLE',
    onOff,
    true,
    'Whether `/` is the web console. Without it `/` says in one line where the API and its reference are.',
  ),
  mcp: setting('MCP', onOff, true, 'Whether assistants can use the service at `/mcp` (Model Context Protocol).'),
  bulkAdmission: setting(
    'BULK_ADMISSION',
    onOff,
    true,
    'Whether new bulk submissions are taken in; running ones go on either way.',
  ),
  csvAdmission: setting(
    'CSV_ADMISSION',
    onOff,
    true,
    'Whether new CSV uploads and submissions are taken in; running ones go on either way.',
  ),
  storageMaxBytes: setting(
    'STORAGE_MAX_BYTES',
    integer(0, Number.MAX_SAFE_INTEGER),
    20 * 1024 ** 3,
    'Bytes that the uploads and exports of one account may take.',
  ),
  freeSpaceMinBytes: setting(
    'FREE_SPACE_MIN_BYTES',
    integer(0, Number.MAX_SAFE_INTEGER),
    1024 ** 3,
    'With less than this free on the disk of the data folder, new files and bulk submissions are answered 503.',
  ),
  dnsServers: setting(
    'DNS_SERVERS',
    resolvers,
    [],
    'Resolvers to ask about mail domains, as `address` or `address:port`, separated by commas.',
    { shown: "the system's" },
  ),
  dnsFallbackServers: setting(
    'DNS_FALLBACK_SERVERS',
    resolvers,
    [],
    'Further resolvers, asked when the first ones cannot answer.',
    { shown: 'none' },
  ),
  dnsTimeoutMs: setting(
    'DNS_TIMEOUT_MS',
    integer(100, 60_000),
    2_000,
    'The longest that a DNS question waits for one resolver before the next one is asked as well.',
  ),
  dnsTries: setting(
    'DNS_TRIES',
    integer(1, 10),
    5,
    'How often a DNS question is put to each resolver, with growing pauses, within LOOKUP_BUDGET_MS.',
  ),
  lookupBudgetMs: setting(
    'LOOKUP_BUDGET_MS',
    integer(100, 60_000),
    5_000,
    'How long a single validation waits for all that is asked about its domain, DNS and registry together.',
  ),
  lookupPatienceMs: setting(
    'LOOKUP_PATIENCE_MS',
    integer(0, 3_600_000),
    180_000,
    'How long rows of a bulk job whose domain could not be looked up are tried again, before they become errors.',
  ),
  dnsCanaries: setting(
    'DNS_CANARIES',
    canaries,
    ['gmail.com', 'outlook.com', 'yahoo.com', 'icloud.com', 'gmx.net', 'qq.com'],
    'Domains that receive mail. A resolver that finds none of them, or finds a name that cannot exist, is not asked. `off` turns the test off.',
  ),
  dnsConcurrency: setting(
    'DNS_CONCURRENCY',
    integer(1, 10_000),
    200,
    'Mail domains that one process looks up at a time.',
  ),
  registryLookups: setting('REGISTRY_LOOKUPS', onOff, true, 'Whether registries are asked about domains (RDAP).'),
  whois: setting(
    'WHOIS',
    onOff,
    true,
    'Whether registries without RDAP are asked by WHOIS (port 43); REGISTRY_LOOKUPS has to be on.',
  ),
  registryServersUrl: setting(
    'REGISTRY_SERVERS_URL',
    url('https:', 'http:'),
    'https://data.iana.org/rdap/dns.json',
    'Where the list of registry servers (RFC 9224) is fetched from once a day.',
  ),
  registryBudgetMs: setting(
    'REGISTRY_BUDGET_MS',
    integer(0, 60_000),
    5_000,
    'How long a single validation waits for the registry.',
  ),
  registryChunkBudgetMs: setting(
    'REGISTRY_CHUNK_BUDGET_MS',
    integer(0, 600_000),
    60_000,
    'How long a thousand rows of a bulk job wait for the registries.',
  ),
  allowDomains: setting('ALLOW_DOMAINS', list, [], 'Domains that are never disposable, whatever the lists say.', {
    shown: 'none',
  }),
  denyDomains: setting('DENY_DOMAINS', list, [], 'Domains that are disposable, whatever the lists say.', {
    shown: 'none',
  }),
  listRefresh: setting(
    'LIST_REFRESH',
    onOff,
    true,
    'Whether lists of disposable domains are fetched once a day while the service runs. Nothing about your addresses is sent.',
  ),
  listSources: setting(
    'LIST_SOURCES',
    listSources,
    DAILY_LISTS.map(({ url }) => url),
    'Addresses of these lists, separated by commas: text with one domain a line, or JSON. The state of each: `npm run -s admin -- lists`.',
  ),
  enrichment: setting('ENRICHMENT', onOff, true, 'Whether contacts are enriched from public sources.'),
  enrichmentSources: setting(
    'ENRICHMENT_SOURCES',
    sources,
    ENRICHMENT_SOURCES,
    'Which sources are asked, separated by commas.',
  ),
  enrichmentConcurrency: setting(
    'ENRICHMENT_CONCURRENCY',
    integer(1, 96),
    48,
    'Company sites that one worker process reads at a time, besides its other tasks. Each site gets one request at a time.',
  ),
  enrichmentRefreshMax: setting(
    'ENRICHMENT_REFRESH_MAX',
    integer(0, 100_000),
    100,
    'Contacts older than 90 days whose refresh may begin in five minutes.',
  ),
  operatorContact: setting(
    'OPERATOR_CONTACT',
    headerText,
    '',
    'E-mail address or page told to registries and sites that are asked, so that they can reach you.',
    { shown: 'none' },
  ),
  securityContact: setting(
    'SECURITY_CONTACT',
    contact,
    '',
    'E-mail address or https page for reports of security holes, told in `/.well-known/security.txt`.',
    { shown: 'none' },
  ),
  metricsListen: setting(
    'METRICS_LISTEN',
    listenAddress,
    '',
    'Address and port on which `/metrics` of all processes of this node answers, and nothing else does; the API then has none.',
    { shown: 'on the address of the API, if that is only reached from this machine' },
  ),
  metricsToken: setting(
    'METRICS_TOKEN',
    secret,
    '',
    'The bearer token that a reader of `/metrics` sends. With it, the API serves them also where others can reach it.',
    { shown: 'none', secret: true },
  ),
  otlpEndpoint: setting(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    url('https:', 'http:'),
    '',
    'Address of an OpenTelemetry collector (OTLP over HTTP, as JSON), which is sent traces: a span for each request, task and delivery, without any address.',
    { shown: 'none' },
  ),
  otlpHeaders: setting(
    'OTEL_EXPORTER_OTLP_HEADERS',
    otlpHeaders,
    '',
    'Headers for the collector, as `name=value`, separated by commas.',
    { shown: 'none', secret: true },
  ),
  serviceName: setting('OTEL_SERVICE_NAME', text, 'mailsift', 'Name of the service in its traces.'),
  blobStore: setting(
    'BLOBS',
    blobStore,
    'disk',
    'Where uploads and exports are kept: `disk`, or `s3://bucket/prefix`.',
  ),
  s3Region: setting('S3_REGION', text, 'us-east-1', 'Region of the bucket.'),
  s3Endpoint: setting('S3_ENDPOINT', url('https:', 'http:'), '', "Address of an S3 store other than Amazon's.", {
    shown: 'Amazon',
  }),
  s3PathStyle: setting(
    'S3_PATH_STYLE',
    onOff,
    false,
    'Whether the bucket stands in the path, as most other stores want.',
  ),
  cdnUrl: setting('CDN_URL', url('https:'), '', 'CloudFront address that downloads go through.', { shown: 'none' }),
  cdnKeyPairId: setting('CDN_KEY_PAIR_ID', text, '', 'Id of the key that signs CloudFront links.', { shown: 'none' }),
  cdnPrivateKey: setting('CDN_PRIVATE_KEY', text, '', 'The key itself, as PEM.', { shown: 'none', secret: true }),
  eventLoopDelayMaxMs: setting(
    'EVENT_LOOP_DELAY_MAX_MS',
    integer(0, 60_000),
    1_000,
    'When the work of the API process held its event loop longer than this (processor time) within the last second, new requests are answered 503; 0 never does.',
  ),
  memoryMaxMb: setting(
    'MEMORY_MAX_MB',
    integer(0, 1_000_000),
    320,
    'Past this much memory held by objects and buffers of the API process new requests are answered 503; 0 never does.',
  ),
  logLevel: setting(
    'LOG_LEVEL',
    choice('trace', 'debug', 'info', 'warn', 'error', 'silent'),
    'info',
    'Least severe level that is logged.',
  ),
  accessLogMax: setting(
    'ACCESS_LOG_MAX',
    integer(0, 100_000),
    100,
    'Requests a second that get a line in the log at level `info` (request id, method, route, status, milliseconds, account id); the next line tells how many had none. 0 logs no requests.',
  ),
  logFormat: setting(
    'LOG_FORMAT',
    choice('json', 'mixed', 'pretty'),
    process.stdout.isTTY ? 'pretty' : 'mixed',
    'Form of the log: `json` is one object in each line, `mixed` the same but for the welcome at the start, which is text for people, `pretty` is all for people.',
    { shown: '`pretty` on a terminal, else `mixed`' },
  ),
} satisfies Record<string, Setting<never> | Setting<unknown>>

type Settings = typeof SETTINGS
export type Config = Readonly<{ [Key in keyof Settings]: Settings[Key] extends Setting<infer T> ? T : never }>

/** Reads all settings, or fails with one line for each that is wrong. */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const problems: string[] = []
  const values: Record<string, unknown> = {}
  for (const [key, { name, parse, fallback }] of Object.entries(SETTINGS) as [string, Setting<unknown>][]) {
    const given = environment[name]
    try {
      values[key] = given === undefined || given === '' ? fallback : parse(given)
    } catch (error) {
      problems.push(`${name} ${(error as Error).message}`)
    }
  }
  const config = values as Config
  if (config.role === 'api' || config.role === 'worker') {
    if (!environment.DATABASE_URL)
      problems.push(`ROLE=${config.role} needs DATABASE_URL (ROLE=all brings its own database)`)
    if (!environment.SECRET)
      problems.push(`ROLE=${config.role} needs SECRET, the same on every node (ROLE=all makes one)`)
  }
  if (config.cdnUrl && (!config.cdnKeyPairId || !config.cdnPrivateKey))
    problems.push('CDN_URL needs CDN_KEY_PAIR_ID and CDN_PRIVATE_KEY')
  if (problems.length) throw new StartupError(`Bad settings: ${problems.join('; ')}.`)
  return Object.freeze({
    ...config,
    dataDir: resolve(config.dataDir),
    baseUrl: config.baseUrl || `http://${urlHost(config.host)}:${config.port}/v1`,
  })
}

function urlHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

/** The address without the version segment: pages and account routes live beside /v1. */
export function publicOrigin({ baseUrl }: Pick<Config, 'baseUrl'>): string {
  return baseUrl.slice(0, -'/v1'.length)
}

/** The User-Agent of outgoing requests. Registries and Wikidata ask for a contact in it. */
export function userAgentOf({ operatorContact }: Pick<Config, 'operatorContact'>): string {
  return `Mailsift/1${operatorContact ? ` (+${operatorContact})` : ''}`
}

/** The effective settings for people to read, secrets masked. */
export function describeConfig(config: Config): { name: string; value: string; help: string; isDefault: boolean }[] {
  const fresh = readConfig({})
  return (Object.entries(SETTINGS) as [keyof Config, Setting<unknown>][]).map(([key, { name, help, secret }]) => ({
    name,
    value: secret && config[key] ? '(set, not shown)' : withoutCredentials(asTyped(config[key])),
    help,
    isDefault: String(config[key]) === String(fresh[key]),
  }))
}

/** An address may carry a name and a password before its host. */
function withoutCredentials(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : undefined
  if (!url?.username && !url?.password) return value
  return `${url.protocol}//(not shown)@${url.host}${url.pathname}${url.search}`
}

/** The table of docs/configuration.md. */
export function configTable(): string {
  const rows = (Object.values(SETTINGS) as Setting<unknown>[]).map(
    ({ name, fallback, shown, help }) => `| \`${name}\` | ${shown ?? `\`${asTyped(fallback)}\``} | ${help} |`,
  )
  return ['| variable | default | meaning |', '|---|---|---|', ...rows].join('\n')
}

/** As a person would set it. */
function asTyped(value: unknown): string {
  return typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value)
}
