/** The values in the table of mail domains: the operator of the domain's mailboxes, and their kind. */
export const PROVIDER_INDEX = 0x0fff
export const TRAIT_FREE_MAIL = 1 << 12
export const TRAIT_RELAY = 1 << 13

/** The value of `smtp_provider` when the provider is unknown. */
export const UNKNOWN_PROVIDER = 'unknown'
