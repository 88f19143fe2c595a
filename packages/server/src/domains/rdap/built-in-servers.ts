/**
 * Where to ask before IANA's bootstrap file has been fetched, for the largest top-level domains, and for country domains
 * whose RDAP service IANA does not list. What IANA says wins over this table.
 */
export const BUILT_IN_SERVERS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'https://rdap.verisign.com/com/v1/': ['com'],
    'https://rdap.verisign.com/net/v1/': ['net'],
    'https://tld-rdap.verisign.com/cc/v1/': ['cc'],
    'https://rdap.publicinterestregistry.org/rdap/': ['org'],
    'https://rdap.identitydigital.services/rdap/': [
      ...['ai', 'email', 'info', 'live', 'pro'],
      ...['ac', 'ag', 'bz', 'io', 'lc', 'me', 'mn', 'pr', 'sc', 'sh', 'vc'],
    ],
    'https://rdap.centralnic.com/xyz/': ['xyz'],
    'https://rdap.centralnic.com/icu/': ['icu'],
    'https://rdap.centralnic.com/gl/': ['gl'],
    'https://rdap.radix.host/rdap/': ['online', 'site', 'store', 'tech'],
    'https://pubapi.registry.google/rdap/': ['app', 'dev'],
    'https://rdap.gmoregistry.net/rdap/': ['shop'],
    'https://rdap.zdnsgtld.com/top/': ['top'],
    'https://rdap.nic.biz/': ['biz'],
    'https://rdap.nic.club/': ['club'],
    'https://rdap.nic.vip/': ['vip'],
    'https://rdap.registry.cloud/rdap/': ['cloud'],
    'https://rdap.cctld.au/rdap/': ['au'],
    'https://rdap.registro.br/': ['br'],
    'https://rdap.ca.fury.ca/rdap/': ['ca'],
    'https://rdap.nic.ch/': ['ch'],
    'https://rdap.registry.co/co/': ['co'],
    'https://rdap.nic.cz/': ['cz'],
    'https://rdap.denic.de/': ['de'],
    'https://rdap.fi/rdap/rdap/': ['fi'],
    'https://rdap.nic.fr/': ['fr'],
    'https://rdap.nixiregistry.in/rdap/': ['in'],
    'https://rdap.nic.li/': ['li'],
    'https://rdap.sidn.nl/': ['nl'],
    'https://rdap.norid.no/': ['no'],
    'https://rdap.dns.pl/': ['pl'],
    'https://rdap.nic.tv/': ['tv'],
    'https://rdap.nominet.uk/uk/': ['uk'],
  }).flatMap(([server, suffixes]) => suffixes.map((suffix) => [suffix, server] as const)),
)
