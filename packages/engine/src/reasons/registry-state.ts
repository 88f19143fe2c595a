// Explains missing registration data to users, who would otherwise read "unknown" as "no".

/**
 * not_requested: without domain checks. found: the registry responded. not_published: it publishes nothing.
 * not_looked_up: it did not respond in time, or no server is known for it; a later validation may find more.
 */
export type RegistryState = 'not_requested' | 'found' | 'not_published' | 'not_looked_up'

/** Registries with neither RDAP nor a public WHOIS server. */
export const SILENT_REGISTRIES: readonly string[] = ['es', 'gr', 'vn']

/** From a result's `metadata.domain`: a registry that responded has a list of statuses, which may be empty. */
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
