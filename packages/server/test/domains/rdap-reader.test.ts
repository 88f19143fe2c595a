import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseJson } from '../../src/domains/rdap/json.ts'
import { operatorOf } from '../../src/domains/rdap/operators.ts'
import { readDomain, saysReserved } from '../../src/domains/rdap/read-domain.ts'
import { registryFactsAt } from '../../src/domains/registry-facts.ts'

const asked = { domain: 'shop.example', host: 'rdap.verisign.com' }
const NOW = Date.parse('2026-06-15T12:00:00Z')

/** Reads a domain answer that has nothing but the given members. */
function read(members: object) {
  const entry = readDomain({ objectClassName: 'domain', ldhName: 'shop.example', ...members }, asked)
  if (!entry) throw new Error('Not read as a domain')
  const facts = registryFactsAt({ state: 'registered', ...entry }, NOW)
  if (!facts.known) throw new Error('Not known')
  return { ...facts, nameservers: entry.nameservers }
}
const event = (eventAction: string, eventDate: unknown) => ({ eventAction, eventDate })
const vcard = (...properties: unknown[][]) => ({
  vcardArray: ['vcard', [['version', {}, 'text', '4.0'], ...properties]],
})
const registrar = (members: object) => ({ entities: [{ objectClassName: 'entity', roles: ['registrar'], ...members }] })
const abuseOf = (...properties: unknown[][]) =>
  read(registrar({ entities: [{ roles: ['abuse'], ...vcard(...properties) }] })).record

describe('events', () => {
  test('only the exact action counts', () => {
    const { record } = read({
      events: [
        event('reregistration', '2020-01-01T00:00:00Z'),
        event('registrar expiration', '2025-01-01T00:00:00Z'),
        event(' Registration ', '2010-06-15T12:00:00Z'),
        event('expiration', '2026-07-01T00:00:00Z'),
        event('last update of RDAP database', '2026-06-15T00:00:00Z'),
      ],
    })
    expect(record).toMatchObject({
      registered_at: '2010-06-15T12:00:00.000Z',
      domain_age_days: 5844,
      expires_at: '2026-07-01T00:00:00.000Z',
      expires_in_days: 15,
      last_changed_at: null,
      last_checked_at: '2026-06-15T00:00:00.000Z',
    })
  })

  test('an unknown age is omitted, and unknown dates are null', () => {
    const { record, flags } = read({})
    expect(record).not.toHaveProperty('domain_age_days')
    expect(record).toMatchObject({ registered_at: null, expires_at: null, expires_in_days: null })
    expect(flags).toMatchObject({ domain_is_expired: false, domain_is_expiring_soon: false })
  })

  test('"last changed" comes before "last update"', () => {
    const events = [event('last update', '2021-01-01T00:00:00Z'), event('last changed', '2022-01-01T00:00:00Z')]
    expect(read({ events }).record.last_changed_at).toBe('2022-01-01T00:00:00.000Z')
    expect(read({ events: events.slice(0, 1) }).record.last_changed_at).toBe('2021-01-01T00:00:00.000Z')
  })

  test.each([
    ['2020-02-03', '2020-02-03T00:00:00.000Z'],
    ['2020-02-03T04:05:06', '2020-02-03T04:05:06.000Z'],
    ['2020-02-03 04:05:06', '2020-02-03T04:05:06.000Z'],
    ['2020-02-03T04:05:06.789123Z', '2020-02-03T04:05:06.789Z'],
    ['2020-02-03T04:05:06.000+0000', '2020-02-03T04:05:06.000Z'],
    ['2020-02-03T04:05:06+0300', '2020-02-03T01:05:06.000Z'],
    ['2020-02-03T04:05:06-01:00', '2020-02-03T05:05:06.000Z'],
    ['2020-02-03t04:05:06z', '2020-02-03T04:05:06.000Z'],
    ['294247-01-10T04:00:54.775Z', null],
    ['1970-01-01T00:00:00Z', null],
    ['2201-01-01T00:00:00Z', null],
    ['0001-01-01T00:00:00Z', null],
    ['2020-13-45', null],
    ['2024-02-30', null],
    ['2023-02-29T04:05:06Z', null],
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
    ['20240431', null],
    ['30 Feb 2024 00:00:00 GMT', null],
    ['yesterday', null],
    ['', null],
    [1_580_000_000, null],
    [null, null],
  ])('the date %j is read as %j', (given, expected) => {
    expect(read({ events: [event('registration', given)] }).record.registered_at).toBe(expected)
  })

  test.each([
    ['2026-06-15T11:59:59Z', true, false, -1],
    ['2026-06-15T12:00:01Z', false, true, 0],
    ['2026-07-15T12:00:00Z', false, true, 30],
    ['2026-07-16T12:00:00Z', false, false, 31],
  ])('expiry at %s: expired %s, soon %s, days %s', (date, expired, soon, days) => {
    const { record, flags } = read({ events: [event('expiration', date)] })
    expect(flags).toMatchObject({ domain_is_expired: expired, domain_is_expiring_soon: soon })
    expect(record.expires_in_days).toBe(days)
  })
})

describe('registrar', () => {
  test.each([
    ['fn', vcard(['fn', {}, 'text', 'Names Inc.'], ['org', {}, 'text', 'Other']), 'Names Inc.'],
    ['the first fn that says something', vcard(['fn', {}, 'text', ''], ['fn', {}, 'text', 'Names Inc.']), 'Names Inc.'],
    ['org', vcard(['fn', {}, 'text', ''], ['org', {}, 'text', 'Names Inc.']), 'Names Inc.'],
    ['an org with departments', vcard(['org', {}, 'text', ['Names Inc.', 'Sales']]), 'Names Inc.'],
    ['handle', { handle: 'NAMES-1', vcardArray: {} }, 'NAMES-1'],
    ['nothing redacted', vcard(['fn', {}, 'text', 'REDACTED FOR PRIVACY']), null],
    [
      'JSContact first',
      { jscontact_card: { name: { full: 'Names Inc.' } }, ...vcard(['fn', {}, 'text', 'Old']) },
      'Names Inc.',
    ],
    [
      'an organisation of JSContact',
      { jscontact_card: { organizations: { o: { name: 'Names Inc.' } } } },
      'Names Inc.',
    ],
  ])('its name is taken from %s', (_source, members, expected) => {
    expect(read(registrar(members)).record.registrar_name).toBe(expected)
  })

  test('the role is found in any case, among others, and outside a list', () => {
    for (const roles of [['Sponsor', 'REGISTRAR '], 'registrar'])
      expect(read({ entities: [{ handle: 'R', roles }] }).record.registrar_name).toBe('R')
    expect(read({ entities: [{ handle: 'R', roles: ['registrant'] }] }).record.registrar_name).toBeNull()
  })

  test('only an IANA id is an IANA id', () => {
    const idOf = (publicIds: unknown) => read(registrar({ handle: '292', publicIds })).record.registrar_iana_id
    expect(
      idOf([
        { type: 'Norid registrar ID', identifier: 'reg42' },
        { type: 'iana registrar id', identifier: 292 },
      ]),
    ).toBe('292')
    expect(idOf([{ type: 'Registry Identifier', identifier: 'X' }])).toBeNull()
    expect(idOf({ type: 'IANA Registrar ID', identifier: '7' })).toBe('7')
    expect(idOf(undefined)).toBeNull()
  })
})

describe('abuse contact', () => {
  test("the registrar's own desk comes before one at the top", () => {
    const desk = (address: string) => ({ roles: ['Abuse'], ...vcard(['email', {}, 'text', address]) })
    const entities = [desk('top@example.com'), { roles: ['registrar'], entities: [desk('own@example.com')] }]
    expect(read({ entities }).record.abuse_email).toBe('own@example.com')
    expect(read({ entities: entities.slice(0, 1) }).record).toMatchObject({
      abuse_email: 'top@example.com',
      has_abuse_contact: true,
    })
  })

  test('empty and redacted values are none', () => {
    for (const value of ['', ' ', 'REDACTED FOR PRIVACY', null, 7])
      expect(abuseOf(['email', {}, 'text', value], ['tel', {}, 'uri', value])).toMatchObject({
        abuse_email: null,
        abuse_phone: null,
        has_abuse_contact: false,
      })
  })

  test.each([
    ['a number with its scheme', [['tel', { type: 'voice' }, 'uri', 'tel:+1.5551234567']], '+1.5551234567'],
    ['a number with an extension', [['tel', {}, 'uri', 'tel:+1.5551234567;ext=12']], '+1.5551234567'],
    [
      'no fax, as a string',
      [
        ['tel', { type: 'fax' }, 'uri', 'tel:+1.5550000000'],
        ['tel', {}, 'text', '+1.5551234567'],
      ],
      '+1.5551234567',
    ],
    ['no fax, in a list', [['tel', { Type: ['work', 'Fax'] }, 'uri', 'tel:+1.5550000000']], null],
    ['no fax, by its scheme', [['tel', {}, 'uri', 'fax:+1.5550000000']], null],
    ['a number with a list for parameters', [['tel', [], 'text', '+1.5551234567']], '+1.5551234567'],
    [
      'one split in three',
      [
        ['tel', {}, 'uri', 'tel:+7'],
        ['tel', {}, 'uri', 'tel:495'],
        ['tel', {}, 'uri', 'tel:5550011'],
      ],
      '+7.4955550011',
    ],
    [
      'two whole numbers are not joined',
      [
        ['tel', {}, 'uri', 'tel:+1.5551234567'],
        ['tel', {}, 'uri', 'tel:5550011'],
      ],
      '+1.5551234567',
    ],
  ])('phone: %s', (_case, properties, expected) => {
    expect(abuseOf(...properties).abuse_phone).toBe(expected)
  })

  test('a contact URI is an address, or at least a contact', () => {
    for (const address of ['abuse@example.com', 'mailto:abuse@example.com', 'mailto:abuse@example.com?subject=Report'])
      expect(abuseOf(['contact-uri', {}, 'uri', address])).toMatchObject({
        abuse_email: 'abuse@example.com',
      })
    expect(abuseOf(['contact-uri', {}, 'uri', 'https://example.com/report'])).toMatchObject({
      abuse_email: null,
      has_abuse_contact: true,
    })
  })

  test('an address that no answer of the format "email" may hold is none', () => {
    const longest = `${'a'.repeat(64)}@${'b.'.repeat(93)}com`
    for (const good of ["o'neil+abuse@example.com", 'a@b.museum', longest.slice(0, 254).replace(/\.?$/, '')])
      expect(abuseOf(['email', {}, 'text', good]).abuse_email).toBe(good)
    const labels = `${'a'.repeat(64)}.com`
    const bad = [
      'a..b@example.com',
      '.a@example.com',
      'ä@example.com',
      'a@example',
      'a@-b.com',
      `a@${labels}`,
      'a@b@c.com',
      `${'a'.repeat(65)}@b.com`,
      'a@exa mple.com',
      `a@${'b.'.repeat(126)}com`,
    ]
    for (const address of bad) expect(abuseOf(['email', {}, 'text', address]).abuse_email).toBe(null)
  })

  test('JSContact is read', () => {
    const card = {
      emails: { e: { address: 'abuse@example.com' } },
      phones: { f: { number: 'tel:+1.5550000000', features: { fax: true } }, v: { number: 'tel:+1.5551234567' } },
    }
    expect(read({ entities: [{ roles: ['abuse'], jscontact_card: card }] }).record).toMatchObject({
      abuse_email: 'abuse@example.com',
      abuse_phone: '+1.5551234567',
    })
  })
})

describe('status', () => {
  test.each([
    ['client transfer prohibited', 'clientTransferProhibited'],
    ['clienttransferprohibited', 'clientTransferProhibited'],
    ['clientTransferProhibited https://icann.org/epp#clientTransferProhibited', 'clientTransferProhibited'],
    ['clientDeleteProhibited (https://www.icann.org/epp#clientDeleteProhibited)', 'clientDeleteProhibited'],
    ['ACTIVE', 'ok'],
    ['OK', 'ok'],
    ['associated', 'linked'],
    ['server recover prohibited', 'serverRecoverProhibited'],
    ['on hold', 'serverHold'],
    ['server reserved', 'reserved'],
    ['LOCKED', 'locked'],
    ['transferProhibited', 'transferProhibited'],
  ])('%j is %j', (given, expected) => {
    expect(read({ status: [given] }).record.epp_statuses).toEqual([expected])
  })

  test('repeated, empty and foreign values are dropped, and a missing list is empty', () => {
    expect(read({ status: ['active', 'OK', '', null, 7, {}] }).record.epp_statuses).toEqual(['ok'])
    expect(read({}).record.epp_statuses).toEqual([])
  })

  test.each([
    ['client transfer prohibited', ['domain_transfer_locked']],
    ['server update prohibited', ['domain_update_locked']],
    ['delete prohibited', ['domain_delete_locked']],
    ['locked', ['domain_transfer_locked', 'domain_update_locked', 'domain_delete_locked']],
    ['client hold', ['domain_on_registry_hold']],
    ['serverHold', ['domain_on_registry_hold']],
    ['pending create', ['domain_pending_create']],
    ['pending delete', ['domain_pending_delete']],
    ['redemption period', ['domain_pending_delete']],
    ['pending restore', ['domain_pending_delete']],
    ['pending transfer', ['domain_pending_transfer']],
    ['pending update', ['domain_pending_update']],
    ['reserved', ['domain_is_registry_reserved']],
    ['client renew prohibited', []],
    ['server recover prohibited', []],
    ['auto renew period', []],
    ['active', []],
  ])('%j raises exactly %j', (status, raised) => {
    const { flags } = read({ status: [status], events: [event('expiration', '2030-01-01T00:00:00Z')] })
    expect(Object.keys(flags).filter((flag) => flags[flag as keyof typeof flags])).toEqual(raised)
  })
})

describe('DNSSEC', () => {
  test('only the delegation counts, not the zone above it', () => {
    expect(read({ secureDNS: { zoneSigned: true } }).record.dnssec_signed).toBe(false)
    expect(read({ secureDNS: { delegationSigned: true } }).record).toMatchObject({
      dnssec_signed: true,
      dnssec_ds_records: [],
    })
    expect(read({}).record.dnssec_signed).toBe(false)
  })

  test('DS records may hold strings for numbers, and broken ones are left out', () => {
    const dsData = [
      { keyTag: '12', algorithm: 13, digestType: 2, digest: 'AB' },
      { keyTag: 'x' },
      null,
      { keyTag: 1.5, algorithm: 1, digestType: 1 },
      { keyTag: 65_536, algorithm: 1, digestType: 1 },
      { keyTag: 1, algorithm: 256, digestType: 1 },
      { keyTag: 1, algorithm: 1, digestType: -1 },
      { keyTag: 1e300, algorithm: 1, digestType: 1 },
    ]
    expect(read({ secureDNS: { delegationSigned: true, dsData } }).record.dnssec_ds_records).toEqual([
      { keyTag: 12, algorithm: 13, digestType: 2 },
    ])
  })
})

describe('name servers', () => {
  test('lower case, without a final dot, each once', () => {
    const nameservers = ['NS1.Example.', 'ns1.example', 'ns2.example'].map((ldhName) => ({ ldhName }))
    expect(read({ nameservers }).nameservers).toEqual(['ns1.example', 'ns2.example'])
  })

  test('an answer that names none leaves them to DNS', () => {
    for (const nameservers of [undefined, null, [], {}, ['BOOM'], [{ ldhName: null }], 'BOOM'])
      expect(read({ nameservers }).nameservers).toBeNull()
  })
})

describe('links', () => {
  const page = 'https://registry.example/terms'
  test.each([
    [
      'the marked link of type text/html',
      [
        {
          links: [
            { rel: 'terms-of-service', type: 'application/json', href: 'https://registry.example/j' },
            { rel: 'terms-of-service', type: 'text/html', href: page },
          ],
        },
      ],
      page,
    ],
    [
      'the link of a notice with that title',
      [
        { title: null },
        { title: 'RDAP Terms of Service', links: [{ rel: 'alternate', type: 'text/html', href: page }] },
      ],
      page,
    ],
    ['also in lower case and untyped', [{ title: 'Terms of use', links: [{ href: page }] }], page],
    ['no link of another type', [{ title: 'Terms of Use', links: [{ type: 'application/json', href: page }] }], null],
    ['no notice without links', [{ title: 'Terms of Use', description: ['…'] }], null],
    [
      'a link with spaces and letters beyond ASCII, as a URI',
      [{ title: 'Terms of Use', links: [{ href: ' https://régistry.example/our terms ' }] }],
      'https://xn--rgistry-bya.example/our%20terms',
    ],
    ['nothing that is no web address', [{ title: 'Terms of Use', links: [{ href: 'javascript:alert(1)' }] }], null],
  ])('terms: %s', (_case, notices, expected) => {
    expect(read({ notices }).record.policy_registry_terms).toBe(expected)
  })

  test("only ICANN's own pages are ICANN's", () => {
    const linked = (href: string) => read({ notices: [{ title: 'x', links: [{ href }] }] }).record
    expect(linked('https://icann.org/epp').policy_icann_epp_info).toBe('https://icann.org/epp')
    expect(linked('https://www.icann.org/wicf/').policy_icann_wicf).toBe('https://www.icann.org/wicf/')
    expect(linked('https://registry.example/epp').policy_icann_epp_info).toBeNull()
    expect(linked('https://icann.org.evil.example/wicf').policy_icann_wicf).toBeNull()
    expect(linked('https://icann.org/wicf/other').policy_icann_wicf).toBeNull()
  })

  test('the provider is the operator of the host that answered, with the link to the answer itself', () => {
    const links = [
      { rel: 'related', href: 'https://registrar.example/d' },
      { rel: 'self', href: 'https://rdap.verisign.com/d' },
    ]
    expect(read({ links }).record).toMatchObject({ provider: 'Verisign', provider_link: 'https://rdap.verisign.com/d' })
    const other = readDomain({ objectClassName: 'domain' }, { ...asked, host: 'rdap.unheard.example' })
    expect(other?.record).toMatchObject({ provider: 'Registry of .example', provider_link: null })
  })
})

describe('reserved names', () => {
  test("IANA's own registrar keeps reserved names", () => {
    const publicIds = [{ type: 'IANA Registrar ID', identifier: '376' }]
    expect(read(registrar({ publicIds })).flags.domain_is_registry_reserved).toBe(true)
  })

  test('an error text that names the reason is understood, and a copyright line is not mistaken for it', () => {
    expect(
      saysReserved({ errorCode: 404, title: 'Not Found', description: ['This name is reserved by the registry'] }),
    ).toBe(true)
    expect(saysReserved({ errorCode: 404, title: 'Reserved' })).toBe(true)
    for (const text of ['All rights reserved.', 'All rights are reserved', 'Not found: the name may be reserved'])
      expect(saysReserved({ errorCode: 404, description: [text] })).toBe(false)
    expect(saysReserved({ errorCode: 404, notices: [{ description: ['reserved'] }] })).toBe(false)
    expect(saysReserved(undefined)).toBe(false)
  })

  test('a name that is not registered has no flag but perhaps this one', () => {
    const facts = registryFactsAt({ state: 'not_registered', reserved: true }, NOW)
    expect(facts).toMatchObject({ known: true, flags: { domain_is_registry_reserved: true, domain_is_expired: false } })
  })
})

test('an error, another kind of object, or another domain is not read as the domain', () => {
  for (const answer of [
    undefined,
    null,
    'text',
    [],
    {},
    { objectClassName: 'entity', handle: 'X' },
    { errorCode: 404, title: 'Not Found' },
    { objectClassName: 'domain', errorCode: 500 },
    { objectClassName: 'domain', ldhName: 'example' },
    { objectClassName: 'domain', ldhName: 'other.example' },
  ])
    expect(readDomain(answer, asked)).toBeUndefined()
})

test('the name of the answer may be in capitals, end in a dot, or be written in Unicode', () => {
  const named = (ldhName: string, domain: string) =>
    readDomain({ objectClassName: 'domain', ldhName }, { ...asked, domain })
  expect(named('SHOP.EXAMPLE.', 'shop.example')).toBeDefined()
  expect(named('bücher.example', 'xn--bcher-kva.example')).toBeDefined()
})

test('no text holds what neither a database nor a file can take', () => {
  const { record } = read(registrar(vcard(['fn', {}, 'text', 'A\u0000B \ud800\r\nC'])))
  expect(record.registrar_name).toBe('A B \ufffd C')
})

test('an answer that is far larger than any real one is cut down', () => {
  const many = Array.from({ length: 5_000 }, (_, index) => ({ ldhName: `ns${index}.example` }))
  expect(read({ nameservers: many }).nameservers).toHaveLength(100)
  const name = 'x'.repeat(100_000)
  expect(
    read({ ...registrar(vcard(['fn', {}, 'text', name])), status: [name, ' '.repeat(900_000)] }).record,
  ).toMatchObject({
    registrar_name: null,
    epp_statuses: [],
  })
})

test('no answer whatever makes the reader fail, and what it reads fits its fields', () => {
  const member = fc.oneof(fc.jsonValue(), fc.constantFrom('registrar', 'abuse', 'REDACTED', '2020-01-01', {}, [], null))
  const bag = fc.dictionary(
    fc.constantFrom('roles', 'entities', 'vcardArray', 'links', 'title', 'eventAction', 'eventDate', 'href', 'ldhName'),
    member,
  )
  const members = fc.constantFrom(
    'events',
    'status',
    'entities',
    'links',
    'notices',
    'nameservers',
    'secureDNS',
    'publicIds',
  )
  fc.assert(
    fc.property(fc.dictionary(members, fc.oneof(member, bag, fc.array(fc.oneof(member, bag)))), (answer) => {
      const { record, nameservers } = read(answer)
      for (const status of record.epp_statuses) expect(status).not.toBe('')
      for (const server of nameservers ?? []) expect(server).toMatch(/^[a-z0-9_.-]+$/)
      for (const link of [record.provider_link, record.policy_registry_terms])
        if (link !== null) expect(link).toMatch(/^https?:/)
    }),
    { numRuns: 500 },
  )
})

describe('shapes that registries send beside the standard', () => {
  test('dates of eight digits and those of email are read', () => {
    for (const [text, at] of [
      ['20200203', '2020-02-03T00:00:00.000Z'],
      ['Mon, 03 Feb 2020 04:05:06 GMT', '2020-02-03T04:05:06.000Z'],
      ['03 Feb 2020 04:05:06 +0100', '2020-02-03T03:05:06.000Z'],
      ['3 Feb 2020 04:05', '2020-02-03T04:05:00.000Z'],
    ])
      expect(read({ events: [event('registration', text)] }).record.registered_at, text).toBe(at)
  })

  test('of several changes the newest counts', () => {
    const dates = ['2021-01-01T00:00:00Z', '2024-01-01T00:00:00Z', '2022-01-01T00:00:00Z']
    const events = dates.map((date) => event('last changed', date))
    expect(read({ events }).record.last_changed_at).toBe('2024-01-01T00:00:00.000Z')
  })

  test('"within 30 days" ends at exactly thirty times 24 hours', () => {
    const soon = (expires: number) =>
      read({ events: [event('expiration', new Date(expires).toISOString())] }).flags.domain_is_expiring_soon
    expect(soon(NOW + 30 * 86_400_000)).toBe(true)
    expect(soon(NOW + 30 * 86_400_000 + 1)).toBe(false)
    expect(soon(NOW)).toBe(true)
    expect(soon(NOW - 1)).toBe(false)
  })

  test('a bare date of expiry counts until the end of that day', () => {
    const { record, flags } = read({ events: [event('expiration', '2026-06-15')] })
    expect(record).toMatchObject({ expires_at: '2026-06-15T00:00:00.000Z', expires_in_days: 0 })
    expect(flags).toMatchObject({ domain_is_expired: false, domain_is_expiring_soon: true })
    expect(read({ events: [event('expiration', '2026-06-14')] }).flags.domain_is_expired).toBe(true)
  })

  test('a link whose type is terms-of-service leads to the terms', () => {
    const links = [{ type: 'terms-of-service', href: 'https://registry.example/terms' }]
    expect(read({ notices: [{ title: 'Notice', links }] }).record.policy_registry_terms).toBe(
      'https://registry.example/terms',
    )
  })

  test('the registrar is the organisation where the card names a person', () => {
    const nameOf = (...properties: unknown[][]) => read(registrar(vcard(...properties))).record.registrar_name
    const person = ['fn', {}, 'text', 'Ada Lovelace']
    expect(nameOf(person, ['org', {}, 'text', 'Engine Names Ltd'])).toBe('Engine Names Ltd')
    expect(nameOf(['kind', {}, 'text', 'individual'], person, ['org', {}, 'text', 'Engine Names'])).toBe('Engine Names')
    expect(nameOf(['fn', {}, 'text', 'Engine Names Ltd'], ['org', {}, 'text', 'Holding'])).toBe('Engine Names Ltd')
    expect(nameOf(person)).toBe('Ada Lovelace')
  })

  test('the preferred of several values comes first', () => {
    const email = (address: string, parameters: object) => ['email', parameters, 'text', address]
    expect(abuseOf(email('b@r.example', { pref: '2' }), email('a@r.example', { pref: '1' })).abuse_email).toBe(
      'a@r.example',
    )
    expect(abuseOf(email('b@r.example', {}), email('a@r.example', { type: ['pref'] })).abuse_email).toBe('a@r.example')
  })

  test('the id of the registrar may be called "IANA ID" and may stand at the top', () => {
    expect(read({ publicIds: [{ type: 'IANA Registrar ID', identifier: '1' }] }).record.registrar_iana_id).toBe('1')
    const ids = registrar({ publicIds: [{ type: 'IANA ID', identifier: '2' }] })
    expect(read(ids).record.registrar_iana_id).toBe('2')
  })

  test('name servers may be bare names, and "not.defined" is none', () => {
    expect(read({ nameservers: ['NS1.Shop.example', 'not.defined'] }).nameservers).toEqual(['ns1.shop.example'])
    expect(read({ nameservers: [{ ldhName: 'not.defined' }] }).nameservers).toBeNull()
  })

  test('statuses may be joined by commas', () => {
    expect(read({ status: ['client hold, serverTransferProhibited'] }).record.epp_statuses).toEqual([
      'clientHold',
      'serverTransferProhibited',
    ])
  })

  test('an answer in ISO 8859-1 is read as such', () => {
    expect(parseJson(Buffer.from('{"a":"Müller"}', 'latin1'))).toEqual({ a: 'Müller' })
    expect(parseJson(Buffer.from('{"a":"Müller"}'))).toEqual({ a: 'Müller' })
  })

  test('every registry has a label, also one that the table of operators does not know', () => {
    expect(operatorOf('rdap.nic.museum', 'shop.museum')).toBe('Registry of .museum')
    expect(operatorOf('rdap.verisign.com', 'shop.com')).toBe('Verisign')
  })
})
