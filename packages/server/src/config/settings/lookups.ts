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
    'DNS resolvers for email domains, as `address` or `address:port`, separated by commas.',
    { shown: "the system's" },
  ),
  dnsFallbackServers: setting(
    'DNS_FALLBACK_SERVERS',
    resolvers,
    [],
    'Fallback resolvers, used if the first ones do not respond.',
    { shown: 'none' },
  ),
  dnsTimeoutMs: setting(
    'DNS_TIMEOUT_MS',
    integer(100, 60_000),
    2_000,
    'Time after which a DNS query is also sent to the next resolver.',
  ),
  dnsTries: setting(
    'DNS_TRIES',
    integer(1, 10),
    5,
    'Number of attempts per resolver, with increasing pauses, within LOOKUP_BUDGET_MS.',
  ),
  dnsConcurrency: setting(
    'DNS_CONCURRENCY',
    integer(1, 10_000),
    200,
    'Number of email domains that a process looks up at a time.',
  ),
  dnsCanaries: setting(
    'DNS_CANARIES',
    canaries,
    ['gmail.com', 'outlook.com', 'yahoo.com', 'icloud.com', 'gmx.net', 'qq.com'],
    'Domains that receive mail, to test resolvers. A resolver that finds none of them, or finds a name that cannot exist, is not used. `off` turns off the test.',
  ),
  lookupBudgetMs: setting(
    'LOOKUP_BUDGET_MS',
    integer(100, 60_000),
    5_000,
    'Maximum time of all domain lookups (DNS and registry) of a single validation.',
  ),
  lookupPatienceMs: setting(
    'LOOKUP_PATIENCE_MS',
    integer(0, 3_600_000),
    180_000,
    'How long failed domain lookups of a bulk job are retried before the rows become errors. At most 15 seconds while the resolvers find DNS_CANARIES (with `off`, a made-up name under .com).',
  ),
  registryLookups: setting('REGISTRY_LOOKUPS', onOff, true, 'Look up domains in registries (RDAP).'),
  whois: setting('WHOIS', onOff, true, 'Query registries without RDAP by WHOIS (port 43). Requires REGISTRY_LOOKUPS.'),
  registryServersUrl: setting(
    'REGISTRY_SERVERS_URL',
    url('https:', 'http:'),
    'https://data.iana.org/rdap/dns.json',
    'URL of the list of registry servers (RFC 9224), downloaded once a day.',
  ),
  registryBudgetMs: setting(
    'REGISTRY_BUDGET_MS',
    integer(0, 60_000),
    5_000,
    'Maximum time of a registry lookup of a single validation.',
  ),
  registryChunkBudgetMs: setting(
    'REGISTRY_CHUNK_BUDGET_MS',
    integer(0, 600_000),
    60_000,
    'Maximum time of the registry lookups of a thousand rows of a bulk job.',
  ),
  allowDomains: setting('ALLOW_DOMAINS', list, [], 'Domains that are never disposable, regardless of the lists.', {
    shown: 'none',
  }),
  denyDomains: setting('DENY_DOMAINS', list, [], 'Domains that are always disposable, regardless of the lists.', {
    shown: 'none',
  }),
  listRefresh: setting(
    'LIST_REFRESH',
    onOff,
    true,
    'Download lists of disposable domains once a day. Nothing about your addresses is sent.',
  ),
  listSources: setting(
    'LIST_SOURCES',
    listSources,
    DAILY_LISTS.map(({ url }) => url),
    'URLs of these lists, separated by commas: text with one domain per line, or JSON. Show their state with `npm run -s admin -- lists`.',
  ),
  enrichment: setting('ENRICHMENT', onOff, true, 'Enrich contacts from public sources.'),
  enrichmentSources: setting(
    'ENRICHMENT_SOURCES',
    sources,
    ENRICHMENT_SOURCES,
    'Sources for enrichment, separated by commas.',
  ),
  wikidataNameSearch: setting(
    'WIKIDATA_NAME_SEARCH',
    onOff,
    false,
    "Search Wikidata for contacts by first and last name. This finds more people and sends their names to Wikidata. With `off`, only people whom the company's own Wikidata entry lists (executives, founders, board) are found, and no name is sent.",
  ),
  enrichmentConcurrency: setting(
    'ENRICHMENT_CONCURRENCY',
    integer(1, 96),
    48,
    'Number of company websites that a worker process reads at a time, besides its other tasks. Each site gets one request at a time.',
  ),
  enrichmentRefreshMax: setting(
    'ENRICHMENT_REFRESH_MAX',
    integer(0, 100_000),
    100,
    'Maximum number of contacts older than 90 days to refresh in five minutes.',
  ),
  operatorContact: setting(
    'OPERATOR_CONTACT',
    headerText,
    '',
    'Email address or web page that registries and websites see with each request, so that they can contact you.',
    { shown: 'none' },
  ),
}
