import { DAILY_LISTS } from '@mailsift/engine/daily-lists'
import {
  canaries,
  ENRICHMENT_SOURCES,
  headerText,
  integer,
  list,
  listSources,
  onOff,
  resolvers,
  sources,
  url,
} from '../parsers.ts'
import { setting } from '../setting.ts'

export const LOOKUPS = {
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
    'The longest that a DNS question waits for one resolver before the next one is queried as well.',
  ),
  dnsTries: setting(
    'DNS_TRIES',
    integer(1, 10),
    5,
    'How often a DNS question is put to each resolver, with growing pauses, within LOOKUP_BUDGET_MS.',
  ),
  dnsConcurrency: setting(
    'DNS_CONCURRENCY',
    integer(1, 10_000),
    200,
    'Mail domains that one process looks up at a time.',
  ),
  dnsCanaries: setting(
    'DNS_CANARIES',
    canaries,
    ['gmail.com', 'outlook.com', 'yahoo.com', 'icloud.com', 'gmx.net', 'qq.com'],
    'Domains that receive mail. A resolver that finds none of them, or finds a name that cannot exist, is not asked. `off` turns the test off.',
  ),
  lookupBudgetMs: setting(
    'LOOKUP_BUDGET_MS',
    integer(100, 60_000),
    5_000,
    'How long a single validation waits for all lookups of its domain, DNS and registry together.',
  ),
  lookupPatienceMs: setting(
    'LOOKUP_PATIENCE_MS',
    integer(0, 3_600_000),
    180_000,
    'How long rows of a bulk job whose domain could not be looked up are retried before they become errors. While the resolvers answer for DNS_CANARIES (with `off`, for a name made up under .com), at most 15 seconds.',
  ),
  registryLookups: setting('REGISTRY_LOOKUPS', onOff, true, 'Whether domains are looked up at registries (RDAP).'),
  whois: setting(
    'WHOIS',
    onOff,
    true,
    'Whether registries without RDAP are queried by WHOIS (port 43); REGISTRY_LOOKUPS has to be on.',
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
    'Which sources are used, separated by commas.',
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
    'Email address or page sent to registries and sites with each request, so that they can reach you.',
    { shown: 'none' },
  ),
}
