// How each registry's WHOIS differs from the others: the sentences by which it says that a name is free, reserved or not possible, its time
// zone and its own words for a status. A sentence of another registry, or of an error, says nothing about a name.

export type Dialect = {
  /** Whole lines, in lower case and without comment signs, that say that the name is not registered. `<domain>` is the name. */
  free: readonly string[]
  /** Lines that say that the name cannot be registered at all. */
  refused?: readonly string[]
  /** Its times are those of this zone; UTC unless given. */
  zone?: string
  /** It writes the status under `state`. */
  hasState?: true
  /** In the words of its status. */
  statuses?: Readonly<Record<string, string>>
}

const NO_ENTRIES = ['no entries found for the selected source.', 'no entries found for the selected source(s).']
const TCI: Dialect = {
  free: NO_ENTRIES,
  hasState: true,
  statuses: { registered: '', delegated: 'ok', verified: '', unverified: '', 'not delegated': 'inactive' },
}
const STATUS_AVAILABLE = ['status: available']

export const DIALECTS: Readonly<Record<string, Dialect>> = {
  at: { free: ['nothing found'] },
  be: {
    free: STATUS_AVAILABLE,
    refused: ['status: not allowed'],
    statuses: { quarantine: 'redemptionPeriod', 'out of service': 'serverHold' },
  },
  cn: { free: ['no matching record.', 'no matching record'], zone: '+0800' },
  // A deactivated name is taken out of the zone by the registry.
  dk: { free: NO_ENTRIES, statuses: { active: 'ok', deactivated: 'serverHold' } },
  eu: {
    free: STATUS_AVAILABLE,
    refused: ['status: not allowed'],
    statuses: { quarantine: 'redemptionPeriod', suspended: 'serverHold', seized: 'serverHold', blocked: 'reserved' },
  },
  hu: { free: ['no match', 'no match for <domain>', 'nincs talalat / no match', 'nincs találat / no match'] },
  ir: { free: ['error:101: no entries found'] },
  it: { free: STATUS_AVAILABLE, zone: '+0100', statuses: { unassignable: 'reserved' } },
  jp: {
    free: ['no match!!'],
    hasState: true,
    zone: '+0900',
    statuses: { active: 'ok', connected: 'ok', registered: 'ok', suspended: 'serverHold', deleted: 'pendingDelete' },
  },
  kr: {
    free: [
      'above domain name is not registered to krnic.',
      'the requested domain <domain> is not registered.',
      'the requested domain was not found in the registry or registrar’s whois server.',
      "the requested domain was not found in the registry or registrar's whois server.",
    ],
    zone: '+0900',
  },
  mx: { free: ['no_se_encontro_el_objeto/object_not_found', 'object_not_found'] },
  my: { free: ['domain name [<domain>] does not exist in database', 'no data found'] },
  nz: {
    free: ['not found: <domain>', 'query_status: 220 available', 'no data found'],
    refused: ['query_status: 500 invalid characters in query string'],
  },
  ro: { free: NO_ENTRIES, statuses: { hold: 'serverHold' } },
  ru: TCI,
  // Beside its state, which is that of the registration, it has a status. `system` names are kept by the registry itself.
  se: {
    free: ['"<domain>" not found.', 'domain "<domain>" not found.'],
    hasState: true,
    statuses: { active: '', deactivated: 'serverHold', system: 'reserved' },
  },
  su: TCI,
  tr: {
    free: ["no match found for '<domain>'", 'no match found for "<domain>"', 'no match found for <domain>'],
    refused: ['invalid input'],
  },
  us: { free: ['no data found', 'not found: <domain>'] },
  za: { free: ['available', 'no data found'] },
}

/** Lines by which several registries say that they keep a name for themselves. */
export const RESERVED = [
  /^status: reserved$/,
  /^reserved(?: domain)?(?: name)?\.?$/,
  /^(?:sorry, )?the domain you requested is (?:in the reserved list|prohibited)\.?$/,
  /^(?:the |this )?(?:requested )?(?:domain )?(?:name )?(?:\S+ )?(?:is|has been) reserved\b/,
]

export const NO_DIALECT: Dialect = { free: [] }
