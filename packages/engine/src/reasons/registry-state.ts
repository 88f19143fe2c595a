// Says why an address has no registration data, for people who would otherwise read "unknown" as "no".

/**
 * not_requested: without domain checks. found: the registry answered. not_published: it publishes nothing. not_looked_up: it did not
 * answer in time, or no server is known for it; a later validation may find more.
 */
export type RegistryState = 'not_requested' | 'found' | 'not_published' | 'not_looked_up'

/** Registries with neither RDAP nor a WHOIS server that is open to everyone. */
export const SILENT_REGISTRIES: readonly string[] = ['es', 'gr', 'vn']

/** From a result's `metadata.domain`: a registry that answered has statuses, be it none. */
export function registryStateOf(domain: {
  root: string
  has_valid_mx_records?: boolean | undefined
  epp_statuses?: readonly string[] | undefined
}): RegistryState {
  if (domain.has_valid_mx_records === undefined) return 'not_requested'
  if (domain.epp_statuses !== undefined) return 'found'
  return SILENT_REGISTRIES.includes(domain.root.slice(domain.root.lastIndexOf('.') + 1))
    ? 'not_published'
    : 'not_looked_up'
}
