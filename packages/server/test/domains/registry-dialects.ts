// Whole answers of made-up registries, each in a way of writing that real ones have: where they put the registrar and its desk for
// abuse, how they write dates, statuses and links, and what they leave out.

export type Dialect = {
  /** What is special about it. */
  manner: string
  domain: string
  host: string
  /** Where it stands for a real registry in docs/registries.md. */
  suffix?: string
  /** The day on which the answer is read. */
  at: string
  answer: object
  record: Record<string, unknown>
  flags?: Record<string, boolean>
  nameservers?: string[] | null
}

const self = (href: string) => [{ value: href, rel: 'self', href, type: 'application/rdap+json' }]
const event = (eventAction: string, eventDate: string) => ({ eventAction, eventDate })
const card = (...properties: unknown[][]) => ['vcard', [['version', {}, 'text', '4.0'], ...properties]]
const server = (ldhName: string) => ({ objectClassName: 'nameserver', ldhName })
const notice = (title: string, href: string, rel = 'related') => ({
  title,
  description: ['Text that readers of machines skip.'],
  links: [{ value: href, rel, href, type: 'text/html' }],
})
const ICANN = [
  notice('Status Codes', 'https://icann.org/epp'),
  notice('RDDS Inaccuracy Complaint Form', 'https://icann.org/wicf'),
]
const abuseDesk = (...properties: unknown[][]) => ({
  objectClassName: 'entity',
  roles: ['abuse'],
  vcardArray: card(...properties),
})

const generic: Dialect = {
  manner: 'a large generic registry: capitals, one registrar with its desk inside, ICANN notices',
  domain: 'tin-whistle.com',
  host: 'rdap.verisign.com',
  suffix: 'com',
  at: '2026-03-01',
  answer: {
    objectClassName: 'domain',
    handle: '77001_DOMAIN_COM-EXMP',
    ldhName: 'TIN-WHISTLE.COM',
    links: self('https://rdap.verisign.com/com/v1/domain/TIN-WHISTLE.COM'),
    status: ['client transfer prohibited', 'server delete prohibited'],
    entities: [
      {
        objectClassName: 'entity',
        handle: '9998',
        roles: ['registrar'],
        publicIds: [{ type: 'IANA Registrar ID', identifier: '9998' }],
        vcardArray: card(['fn', {}, 'text', 'Harbour Names Ltd']),
        entities: [
          abuseDesk(
            ['fn', {}, 'text', ''],
            ['tel', { type: 'voice' }, 'uri', 'tel:+44.2079460000'],
            ['email', {}, 'text', 'abuse@harbour-names.example'],
          ),
        ],
      },
    ],
    events: [
      event('registration', '2001-05-06T07:08:09Z'),
      event('expiration', '2026-03-20T07:08:09Z'),
      event('last changed', '2025-02-03T04:05:06Z'),
      event('last update of RDAP database', '2026-03-01T00:00:01Z'),
    ],
    secureDNS: {
      delegationSigned: true,
      dsData: [{ keyTag: 4242, algorithm: 13, digestType: 2, digest: 'C0FFEE' }],
    },
    nameservers: [server('NS1.HARBOUR-NAMES.EXAMPLE'), server('NS2.HARBOUR-NAMES.EXAMPLE')],
    rdapConformance: ['rdap_level_0', 'icann_rdap_response_profile_0'],
    notices: [notice('Terms of Use', 'https://registry.example/terms', 'terms-of-service'), ...ICANN],
  },
  record: {
    provider: 'Verisign',
    provider_link: 'https://rdap.verisign.com/com/v1/domain/TIN-WHISTLE.COM',
    registered_at: '2001-05-06T07:08:09.000Z',
    expires_at: '2026-03-20T07:08:09.000Z',
    expires_in_days: 19,
    last_changed_at: '2025-02-03T04:05:06.000Z',
    last_checked_at: '2026-03-01T00:00:01.000Z',
    registrar_name: 'Harbour Names Ltd',
    registrar_iana_id: '9998',
    abuse_email: 'abuse@harbour-names.example',
    abuse_phone: '+44.2079460000',
    has_abuse_contact: true,
    epp_statuses: ['clientTransferProhibited', 'serverDeleteProhibited'],
    dnssec_signed: true,
    dnssec_ds_records: [{ keyTag: 4242, algorithm: 13, digestType: 2 }],
    policy_registry_terms: 'https://registry.example/terms',
    policy_icann_epp_info: 'https://icann.org/epp',
    policy_icann_wicf: 'https://icann.org/wicf',
  },
  flags: {
    domain_is_expired: false,
    domain_is_expiring_soon: true,
    domain_transfer_locked: true,
    domain_delete_locked: true,
    domain_update_locked: false,
  },
  nameservers: ['ns1.harbour-names.example', 'ns2.harbour-names.example'],
}

const national: Dialect = {
  manner: 'a national registry: no expiry, its own kind of registrar id, terms by title alone, name servers withheld',
  domain: 'vaffelhuset.no',
  host: 'rdap.norid.no',
  suffix: 'no',
  at: '2026-03-01',
  answer: {
    objectClassName: 'domain',
    ldhName: 'vaffelhuset.no',
    entities: [
      {
        objectClassName: 'entity',
        roles: ['registrar'],
        handle: 'reg77-NORID',
        publicIds: [{ type: 'Norid registrar ID', identifier: 'reg77' }],
        vcardArray: card(['fn', {}, 'text', 'Fjordnavn AS'], ['org', {}, 'text', 'Fjordnavn AS']),
      },
      {
        objectClassName: 'entity',
        roles: ['registrant'],
        handle: 'private',
        remarks: [{ title: 'REDACTED FOR PRIVACY' }],
      },
    ],
    events: [event('registration', '2011-11-11'), event('last changed', '2020-02-02T02:02:02Z')],
    secureDNS: { zoneSigned: true },
    notices: [{ title: 'Terms of use', links: [{ href: 'https://registry.example/vilkar', type: 'text/html' }] }],
  },
  record: {
    registered_at: '2011-11-11T00:00:00.000Z',
    expires_at: null,
    expires_in_days: null,
    last_checked_at: null,
    registrar_name: 'Fjordnavn AS',
    registrar_iana_id: null,
    abuse_email: null,
    has_abuse_contact: false,
    epp_statuses: [],
    dnssec_signed: false,
    policy_registry_terms: 'https://registry.example/vilkar',
    policy_icann_wicf: null,
  },
  flags: { domain_is_expired: false, domain_is_expiring_soon: false },
  nameservers: null,
}

const offsets: Dialect = {
  manner: 'times with an offset, a telephone number in three pieces, EPP words with their address behind them',
  domain: 'samovar.moscow',
  host: 'flexireg.net',
  suffix: 'moscow',
  at: '2026-03-01',
  answer: {
    objectClassName: 'domain',
    ldhName: 'samovar.moscow',
    status: ['clientTransferProhibited https://icann.org/epp#clientTransferProhibited', 'active'],
    entities: [
      {
        objectClassName: 'entity',
        handle: 'lavka-fir',
        roles: ['registrar'],
        publicIds: [{ type: 'IANA Registrar ID', identifier: '9997' }],
        vcardArray: card(['fn', {}, 'text', 'Lavka LLC']),
        entities: [
          abuseDesk(
            ['tel', { pref: '1', type: ['work', 'voice'] }, 'uri', 'tel:+7'],
            ['tel', { pref: '1', type: ['work', 'voice'] }, 'uri', 'tel:495'],
            ['tel', { pref: '1', type: ['work', 'voice'] }, 'uri', 'tel:5550199'],
            ['email', {}, 'text', 'abuse@lavka.example'],
          ),
        ],
      },
    ],
    events: [
      event('registration', '2021-01-31T23:30:00+0300'),
      event('last update of RDAP database', '2026-02-28T22:00:00+03:00'),
    ],
    nameservers: [server('ns1.lavka.example.')],
    notices: ICANN,
  },
  record: {
    registered_at: '2021-01-31T20:30:00.000Z',
    last_checked_at: '2026-02-28T19:00:00.000Z',
    registrar_iana_id: '9997',
    abuse_phone: '+7.4955550199',
    abuse_email: 'abuse@lavka.example',
    epp_statuses: ['clientTransferProhibited', 'ok'],
    policy_registry_terms: null,
  },
  nameservers: ['ns1.lavka.example'],
}

const redacted: Dialect = {
  manner: 'privacy by RFC 9537: redacted members are listed, empty cards are left in place',
  domain: 'quiet-garden.org',
  host: 'rdap.registrar.example',
  at: '2026-03-01',
  answer: {
    objectClassName: 'domain',
    ldhName: 'quiet-garden.org',
    entities: [
      {
        objectClassName: 'entity',
        roles: ['registrant'],
        vcardArray: card(['fn', {}, 'text', ''], ['email', {}, 'text', '']),
      },
      {
        objectClassName: 'entity',
        roles: ['registrar', 'sponsor'],
        vcardArray: card(['fn', {}, 'text', 'REDACTED FOR PRIVACY'], ['org', {}, 'text', 'Quiet Registrar Inc.']),
        entities: [
          abuseDesk(
            ['email', {}, 'text', 'REDACTED FOR PRIVACY'],
            ['contact-uri', {}, 'uri', 'https://registrar.example/abuse'],
          ),
        ],
      },
    ],
    redacted: [{ name: { description: 'Registrant Name' }, method: 'emptyValue', pathLang: 'jsonpath' }],
    events: [event('expiration', '2030-01-01T00:00:00Z')],
  },
  record: {
    provider: 'Registry of .org',
    provider_link: null,
    registrar_name: 'Quiet Registrar Inc.',
    registrar_iana_id: null,
    abuse_email: null,
    abuse_phone: null,
    has_abuse_contact: true,
    registered_at: null,
  },
  nameservers: null,
}

const redemption: Dialect = {
  manner: 'a domain that was deleted and can still be had back',
  domain: 'lapsed-lantern.lol',
  host: 'rdap.registry.example',
  at: '2026-03-01',
  answer: {
    objectClassName: 'domain',
    ldhName: 'lapsed-lantern.lol',
    status: ['pending delete', 'redemption period'],
    events: [event('registration', '2019-01-01T00:00:00Z'), event('deletion', '2026-02-10T00:00:00Z')],
    secureDNS: { delegationSigned: false },
    nameservers: [],
  },
  record: { epp_statuses: ['pendingDelete', 'redemptionPeriod'], expires_at: null, registrar_name: null },
  flags: { domain_pending_delete: true, domain_is_expired: false },
  nameservers: null,
}

const unicode: Dialect = {
  manner: 'an internationalised name, given in both of its forms, at a parking service',
  domain: 'xn--mrchen-bua.com',
  host: 'rdap.verisign.com',
  at: '2026-03-01',
  answer: {
    objectClassName: 'domain',
    ldhName: 'XN--MRCHEN-BUA.COM',
    unicodeName: 'märchen.com',
    entities: [
      { objectClassName: 'entity', roles: ['registrar'], vcardArray: card(['fn', {}, 'text', 'Märchen & Söhne GmbH']) },
    ],
    nameservers: [server('ns1.mxmpark.com'), server('ns2.mxmpark.com')],
  },
  record: { registrar_name: 'Märchen & Söhne GmbH', provider: 'Verisign' },
  nameservers: ['ns1.mxmpark.com', 'ns2.mxmpark.com'],
}

const careless: Dialect = {
  manner: 'a careless server: nulls, a list where a card belongs, misspelt members, times without a zone',
  domain: 'loose-ends.net',
  host: 'rdap.careless.example',
  at: '2026-03-01',
  answer: {
    objectClassName: 'domain',
    handle: null,
    ldhName: 'loose-ends.net',
    nameServers: ['WHO KNOWS'],
    entities: [{ vcardArray: {} }, null, 'registrar'],
    status: ['active', null],
    events: [event('registration', '2023-04-05T00:00:00'), { eventAction: 'expiration' }, null],
    notices: [{ title: 'Terms of Use', links: [{ href: 'https://careless.example/terms/' }] }, null],
  },
  record: {
    registered_at: '2023-04-05T00:00:00.000Z',
    expires_at: null,
    registrar_name: null,
    epp_statuses: ['ok'],
    policy_registry_terms: 'https://careless.example/terms/',
  },
  nameservers: null,
}

const jsContact: Dialect = {
  manner: 'contacts as JSContact (RFC 9553), with a card of the old kind beside them',
  domain: 'new-format.dev',
  host: 'rdap.registry.example',
  at: '2026-03-01',
  answer: {
    objectClassName: 'domain',
    ldhName: 'new-format.dev',
    status: ['server hold', 'locked'],
    entities: [
      {
        objectClassName: 'entity',
        roles: ['registrar'],
        publicIds: { type: 'IANA Registrar ID', identifier: 9996 },
        jscontact_card: { '@type': 'Card', organizations: { o: { name: 'Modern Names' } } },
        vcardArray: card(['fn', {}, 'text', 'Modern Names (old)']),
        entities: [
          {
            roles: ['abuse'],
            jscontact_card: {
              emails: { e: { address: 'abuse@modern.example' } },
              phones: { p: { number: 'tel:+1.5550100;ext=7' } },
            },
          },
        ],
      },
    ],
    events: [event('expiration', '2026-02-27T00:00:00Z')],
  },
  record: {
    registrar_name: 'Modern Names',
    registrar_iana_id: '9996',
    abuse_email: 'abuse@modern.example',
    abuse_phone: '+1.5550100',
    expires_in_days: -2,
    epp_statuses: ['serverHold', 'locked'],
  },
  flags: {
    domain_is_expired: true,
    domain_on_registry_hold: true,
    domain_transfer_locked: true,
    domain_is_expiring_soon: false,
  },
}

const iana: Dialect = {
  manner: 'a name that IANA keeps for itself',
  domain: 'kept-apart.com',
  host: 'rdap.verisign.com',
  at: '2026-03-01',
  answer: {
    objectClassName: 'domain',
    ldhName: 'KEPT-APART.COM',
    entities: [
      {
        objectClassName: 'entity',
        roles: ['registrar'],
        publicIds: [{ type: 'IANA Registrar ID', identifier: '376' }],
        vcardArray: card(['fn', {}, 'text', 'Keepers of Names']),
      },
    ],
  },
  record: { registrar_iana_id: '376' },
  flags: { domain_is_registry_reserved: true },
}

export const DIALECTS = [generic, national, offsets, redacted, redemption, unicode, careless, jsContact, iana]

/** How a registry says that it has no such name, terms and all. */
export const NOT_FOUND = {
  rdapConformance: ['rdap_level_0'],
  errorCode: 404,
  title: 'Not Found',
  description: ['No such object.'],
  notices: [{ title: 'Terms', description: ['All rights reserved by the registry.'], links: [] }],
}

/** IANA's file, with every form that its entries have had. */
export const BOOTSTRAP = {
  version: '1.0',
  publication: '2026-02-01T00:00:00Z',
  services: [
    [['com', 'net'], ['https://rdap.one.example/v1/']],
    [['KG'], ['http://rdap.two.example']],
    [['dev'], ['http://rdap.three.example/', 'https://rdap.three.example/']],
    [['xn--p1ai'], ['https://rdap.four.example/rdap']],
    [['nowhere'], []],
    [['bad'], ['ftp://rdap.five.example/', 'not an address']],
    ['not a list', ['https://rdap.six.example/']],
    null,
  ],
}
