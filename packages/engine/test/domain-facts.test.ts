import { describe, expect, test } from 'vitest'
import { createFreshNames, type DomainFacts, explain, render } from '../src/index.ts'
import { loadEngine } from '../src/node.ts'
import { makeFacts } from './support/facts.ts'
import { accepted } from './support/verdicts.ts'

const engine = loadEngine()
const ID = '0190d3f0-7000-7000-8000-000000000000'

const check = (address: string, facts: DomainFacts) => engine.withDomainFacts(accepted(engine.validate(address)), facts)
const result = (address: string, facts: DomainFacts) => render(check(address, facts), ID)

describe('safe_to_send with domain checks', () => {
  test('requires a valid MX, a deliverable domain and a domain in use', () => {
    const safe = (facts: DomainFacts) => result('john.smith@contoso.com', facts).validations.safe_to_send
    expect(safe(makeFacts())).toBe(true)
    expect(safe(makeFacts({ hasValidMx: false }))).toBe(false)
    expect(safe(makeFacts({ deliverableByDns: false }))).toBe(false)
    expect(safe(makeFacts({ nameservers: ['ns1.sedoparking.com', 'ns2.sedoparking.com'] }))).toBe(false)
    expect(safe(makeFacts({ registry: { known: false } }))).toBe(true)
  })

  test('facts never make an unsafe address safe', () => {
    expect(result('info@contoso.com', makeFacts()).validations.safe_to_send).toBe(false)
  })
})

describe('domain_is_deliverable', () => {
  const deliverable = (facts: DomainFacts) => result('john@contoso.com', facts).validations.domain_is_deliverable
  test('follows DNS', () => {
    expect(deliverable(makeFacts())).toBe(true)
    expect(deliverable(makeFacts({ hasValidMx: false, mx: [] }))).toBe(true)
    expect(deliverable(makeFacts({ deliverableByDns: false }))).toBe(false)
  })
  test.each([
    'domain_on_registry_hold',
    'domain_pending_delete',
    'domain_pending_create',
    'domain_is_expired',
    'domain_is_registry_reserved',
  ])('is false for %s', (name) => expect(deliverable(makeFacts({ flags: { [name]: true } }))).toBe(false))
  test.each([
    'domain_is_expiring_soon',
    'domain_transfer_locked',
    'domain_update_locked',
    'domain_delete_locked',
    'domain_pending_transfer',
    'domain_pending_update',
  ])('is not affected by %s', (name) => expect(deliverable(makeFacts({ flags: { [name]: true } }))).toBe(true))
})

test('a domain is parked only if every name server is a parking one', () => {
  const parked = (nameservers: string[]) =>
    result('john@contoso.com', makeFacts({ nameservers })).validations.domain_is_parking_nameserver
  expect(parked(['ns1.bodis.com', 'ns2.bodis.com'])).toBe(true)
  expect(parked(['ns1.bodis.com', 'ns1.contoso.net'])).toBe(false)
  expect(parked(['ns1.dns-parking.com', 'ns2.dns-parking.com'])).toBe(false)
  for (const family of ['abovedomains', 'namebrightdns', 'hugedomains', 'brainydns', 'fabulous', 'dnsnuts'])
    expect(parked([`ns1.${family}.com`, `ns2.${family}.com`]), family).toBe(true)
  for (const family of ['internettraffic', 'pendingrenewaldeletion'])
    expect(parked([`ns1.${family}.com`, `ns2.${family}.com`]), family).toBe(true)
  expect(parked(['ns1.notbodis.com'])).toBe(false)
  expect(parked([])).toBe(false)
})

describe('smtp_provider', () => {
  const provider = (...hosts: string[]) =>
    result('john@contoso.com', makeFacts({ mx: hosts.map((host, i) => ({ priority: i, host })) })).smtp_provider
  test.each([
    ['aspmx.l.google.com', 'google-workspace'],
    ['alt1.aspmx.l.google.com', 'google-workspace'],
    ['aspmx2.googlemail.com', 'google-workspace'],
    ['example-com.mail.protection.outlook.com', 'microsoft-365'],
    ['mx-eu.mail.am0.yahoodns.net', 'yahoo'],
    ['mx1.mail.icloud.com', 'apple-icloud'],
    ['in1-smtp.messagingengine.com', 'fastmail'],
    ['mx00.ionos.de', 'ionos'],
    ['mx01.ionos.co.uk', 'ionos'],
    ['eforward3.registrar-servers.com', 'namecheap-eforward'],
    ['mxa-001.eu.pphosted.com', 'proofpoint'],
    ['inbound-smtp.eu-west-1.amazonaws.com', 'amazon-workmail-ses'],
    ['smx.abv.bg', 'abv.bg'],
    ['mta-gw.infomaniak.ch', 'infomaniak'],
    ['mx.contoso.aruba.it', 'aruba'],
    ['mx2.loopia.se', 'loopia'],
    ['mx1.beget.com', 'beget'],
    ['mx1.naver.com', 'naver'],
    ['mx-01-eu-west-1.prod.hydra.sophos.com', 'sophos'],
    ['w01.kasserver.com', 'all-inkl'],
    ['mx.contoso.net', 'unknown'],
    ['messagingengine.com.contoso.net', 'unknown'],
  ])('for the host %s is %s', (host, expected) => expect(provider(host)).toBe(expected))

  test('is decided by the preferred host', () => {
    expect(provider('mxa.eu.pphosted.com', 'aspmx.l.google.com')).toBe('proofpoint')
  })

  test("is the mail domain's provider if the hosts are unknown", () => {
    expect(result('john@laposte.net', makeFacts()).smtp_provider).toBe('la-poste')
    expect(result('john@laposte.net', makeFacts({ mx: [] })).smtp_provider).toBe('la-poste')
  })
})

describe('label rules by MX', () => {
  const yahoo = makeFacts({ mx: [{ priority: 1, host: 'mx-biz.mail.am0.yahoodns.net' }] })

  test('a company’s own domain follows the rules of its mail provider', () => {
    expect(result('john-shop@contoso.com', yahoo)).toMatchObject({
      normalized: 'john@contoso.com',
      validations: { has_label: true },
      metadata: { username: { normalized: 'john', label: 'shop' } },
    })
    expect(result('john+shop@contoso.com', yahoo).metadata.username.label).toBe('')
    expect(result('john-shop@contoso.com', makeFacts()).metadata.username.label).toBe('')
  })

  test('flags and names are those of the local part without the label', () => {
    expect(result('info-berta@contoso.com', makeFacts()).validations.is_role_based).toBe(false)
    expect(result('info-berta@contoso.com', yahoo).validations.is_role_based).toBe(true)
  })

  test('a provider’s own domain keeps its rules, and Workspace domains keep their periods', () => {
    expect(result('john+x@outlook.com', yahoo).metadata.username.label).toBe('x')
    const workspace = makeFacts({ mx: [{ priority: 1, host: 'aspmx.l.google.com' }] })
    expect(result('john.smith+x@contoso.com', workspace).normalized).toBe('john.smith@contoso.com')
  })
})

test('one lookup serves every spelling of its domain', () => {
  const facts = makeFacts()
  expect(result('a@EXAMPLE.com', facts).metadata.domain.inbound).toBe('EXAMPLE.com')
  expect(result('a@contoso.com', facts).metadata.domain.inbound).toBe('contoso.com')
})

test('an unknown registry is null where null is allowed and otherwise omitted: false would claim that it was queried', () => {
  const { metadata, validations } = result('a@contoso.com', makeFacts({ registry: { known: false } }))
  expect(metadata.domain).toMatchObject({
    provider: null,
    registered_at: null,
    expires_in_days: null,
    last_checked_at: null,
    nameservers: ['ns1.contoso.net', 'ns2.contoso.net'],
    nameserver_count: 2,
  })
  for (const field of ['domain_age_days', 'has_abuse_contact', 'epp_statuses', 'dnssec_signed', 'dnssec_ds_records'])
    expect(metadata.domain).not.toHaveProperty(field)
  expect(Object.keys(validations).filter((flag) => flag.startsWith('domain_'))).toEqual([
    'domain_is_parking_nameserver',
    'domain_is_deliverable',
  ])
})

describe('reasons', () => {
  test('are given with evidence for every unsafe address, and never for a safe one', () => {
    expect(explain(accepted(engine.validate('john.smith@contoso.com')))).toEqual([])
    expect(explain(accepted(engine.validate('noreply@mailinator.com'))).map(({ code }) => code)).toEqual([
      'disposable',
      'no_reply',
      'role',
    ])
    expect(explain(accepted(engine.validate('a@mailinator.com')))[0]).toMatchObject({
      sentence: 'mailinator.com provides disposable addresses.',
      evidence: expect.stringContaining('mailchecker'),
    })
    // Where the term is: in the local part as received, including the label, or in a domain that names the user.
    expect(explain(accepted(engine.validate('no-reply@yahoo.com')))[0]?.evidence).toBe('Matched: "no-reply"')
    expect(explain(accepted(engine.validate('x@info.fastmail.com')))[0]?.evidence).toBe('Matched: "info"')
    expect(explain(accepted(engine.validate('qwerty@b.local')))).toEqual([
      {
        code: 'irregular',
        sentence: 'The name is a row of the keyboard or part of the alphabet.',
        advice: 'Ask the person for another address.',
        evidence: 'Matched: "qwerty"',
      },
      {
        code: 'reserved',
        sentence: 'b.local is reserved for technical use and cannot receive mail.',
        advice: 'Remove this address.',
        evidence: 'RFC 2606, RFC 6761, RFC 7686',
      },
    ])
    expect(explain(accepted(engine.validate('a@раypal.com')))[0]).toMatchObject({
      code: 'unicode',
      evidence: 'Matched: "раypal.com"',
    })
  })

  test('include the findings of a lookup', () => {
    const facts = makeFacts({
      mx: [],
      hasValidMx: false,
      nameservers: ['ns1.bodis.com'],
      flags: { domain_is_expired: true },
    })
    expect(explain(check('john@contoso.com', facts))).toMatchObject([
      { code: 'no_mx', sentence: 'The domain has no valid mail server (MX record).', evidence: 'MX records: none' },
      {
        code: 'undeliverable',
        sentence: 'The registration of the domain has expired.',
        evidence: 'Matched: registration of the domain',
      },
      {
        code: 'parked',
        sentence: 'The domain is parked: it is registered but not in use.',
        evidence: 'name servers: ns1.bodis.com',
      },
    ])
  })
})

describe('mail hosts', () => {
  const withHost = (host: string, address = 'john.smith@contoso.com') =>
    check(address, makeFacts({ mx: [{ priority: 10, host }] }))

  test('of a disposable-mail service make any domain disposable, with the host as the reason', () => {
    for (const host of ['mail.mailinator.com', 'smtp.yopmail.com', 'in.mail.tm']) {
      const { validations, metadata } = render(withHost(host), ID)
      expect(validations).toMatchObject({ is_disposable: true, safe_to_send: false })
      expect(metadata.domain).toMatchObject({ is_disposable: true, disposable_sources: [`mail-host:${host}`] })
      expect(explain(withHost(host))[0]).toMatchObject({ code: 'disposable', evidence: `mail host: ${host}` })
    }
  })

  test('below a listed domain also make it disposable, unless the operator allows the domain', () => {
    expect(render(withHost('mx1.guerrillamailblock.com'), ID).validations.is_disposable).toBe(true)
    const own = loadEngine({ allow: ['contoso.com'] })
    const verdict = accepted(own.validate('john.smith@contoso.com'))
    const facts = makeFacts({ mx: [{ priority: 10, host: 'mail.mailinator.com' }] })
    expect(render(own.withDomainFacts(verdict, facts), ID).validations.safe_to_send).toBe(true)
  })

  test('do not, if the operator allows a name below the registrable domain', () => {
    const own = loadEngine({ allow: ['mail.contoso.com'] })
    const facts = makeFacts({ mx: [{ priority: 10, host: 'mail.mailinator.com' }] })
    const isDisposable = (address: string) =>
      render(own.withDomainFacts(accepted(own.validate(address)), facts), ID).validations.is_disposable
    expect(isDisposable('john.smith@mail.contoso.com')).toBe(false)
    expect(isDisposable('john.smith@contoso.com')).toBe(true)
  })

  test('of a known service, which accepts mail for everyone, do not because a list contains the service', () => {
    const mistaken = createFreshNames()
    for (const name of ['emailsrvr.com', 'amazonaws.com', 'pphosted.com', 'inbox-of-today.com'])
      mistaken.add(name, 'list')
    const misled = loadEngine()
    misled.takeUp({ version: '1', disposable: mistaken, mailHosts: new Set() })
    const isDisposable = (host: string) => {
      const facts = makeFacts({ mx: [{ priority: 10, host }] })
      return render(misled.withDomainFacts(accepted(misled.validate('john.smith@contoso.com')), facts), ID).validations
        .is_disposable
    }
    const services = ['mx1.emailsrvr.com', 'inbound-smtp.eu-west-1.amazonaws.com', 'mx0a-001.pphosted.com']
    expect(services.filter(isDisposable)).toEqual([])
    expect(isDisposable('mx.inbox-of-today.com')).toBe(true)
  })

  test('of parked domains are never safe, and the reason says so', () => {
    const parked = withHost('mail.h-email.net')
    expect(render(parked, ID).validations).toMatchObject({ safe_to_send: false, domain_is_parking_nameserver: false })
    expect(explain(parked).map(({ code }) => code)).toEqual(['parked'])
  })

  test('of ordinary providers change nothing', () => {
    expect(render(withHost('aspmx.l.google.com'), ID).validations).toMatchObject({ safe_to_send: true })
  })
})
