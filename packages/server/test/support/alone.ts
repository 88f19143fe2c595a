/** A program with these asks nothing outside: lookups go to a name server that is not there, and nothing else is contacted. */
export const ALONE = {
  DNS_SERVERS: '127.0.0.1:9',
  LOOKUP_PATIENCE_MS: '0',
  REGISTRY_LOOKUPS: 'off',
  LIST_REFRESH: 'off',
  ENRICHMENT: 'off',
}
