// Answers of our own making in the shapes of real registries.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readBootstrapFile } from '../../src/domains/rdap/bootstrap.ts'
import { readDomain, saysReserved } from '../../src/domains/rdap/read-domain.ts'
import { type Expectation, testAnswers } from './registry-answers.ts'

const OWN = join(import.meta.dirname, '../answers/rdap')

const lockedSixfold = [
  ...['clientDeleteProhibited', 'clientTransferProhibited', 'clientUpdateProhibited'],
  ...['serverDeleteProhibited', 'serverTransferProhibited', 'serverUpdateProhibited'],
]
const verisign = (domain: string) => ({ domain, host: 'rdap.verisign.com' })

const own: Record<string, Expectation> = {
  'fabrikam-parts.com.json': {
    ...verisign('fabrikam-parts.com'),
    record: {
      provider: 'Verisign',
      provider_link: 'https://rdap.verisign.com/com/v1/domain/FABRIKAM-PARTS.COM',
      registered_at: '2004-02-29T11:22:33.000Z',
      expires_at: '2027-02-28T11:22:33.000Z',
      last_changed_at: '2026-01-30T09:08:07.000Z',
      last_checked_at: '2026-11-14T23:59:01.000Z',
      registrar_name: 'Tailspin Domains, Inc.',
      registrar_iana_id: '9990',
      abuse_email: 'abuse@tailspin.example',
      abuse_phone: '+1.5550100',
      epp_statuses: lockedSixfold,
      dnssec_signed: true,
      dnssec_ds_records: [{ keyTag: 40321, algorithm: 13, digestType: 2 }],
      policy_registry_terms: 'https://registry.example/terms',
      policy_icann_epp_info: 'https://icann.org/epp',
      policy_icann_wicf: 'https://icann.org/wicf',
    },
    flags: { domain_transfer_locked: true, domain_update_locked: true, domain_delete_locked: true },
    nameservers: ['ns1.fabrikam-parts.com', 'ns2.fabrikam-parts.com'],
  },
  'registrar-side.org.json': {
    domain: 'northwind-choir.org',
    host: 'rdap.wingtip.example',
    record: {
      registrar_name: 'Wingtip Names LLC',
      registrar_iana_id: null,
      last_changed_at: '2025-12-02T10:30:00.000Z',
      expires_in_days: 16,
      abuse_email: 'report@wingtip.example',
      abuse_phone: '+44.2079460123',
      epp_statuses: ['ok', 'clientTransferProhibited'],
      policy_registry_terms: 'https://wingtip.example/rdap-terms',
    },
    flags: { domain_is_expiring_soon: true, domain_transfer_locked: true },
    nameservers: ['ns1.wingtip.example', 'ns2.wingtip.example'],
  },
  'country-without-expiry.uk.json': {
    domain: 'litware-books.uk',
    host: 'rdap.nominet.uk',
    record: {
      provider: 'Nominet',
      expires_at: null,
      expires_in_days: null,
      registrar_name: 'Litware Hosting Ltd',
      registrar_iana_id: null,
      dnssec_signed: false,
    },
    flags: { domain_is_expired: false, domain_is_expiring_soon: false },
    nameservers: ['ns.litware.example', 'ns2.litware.example'],
  },
  'bare-dates.si.json': {
    domain: 'adatum.si',
    host: 'rdap.register.si',
    record: {
      provider: 'ARNES',
      registered_at: '2009-09-09T00:00:00.000Z',
      registrar_name: 'Adatum registrar',
      policy_registry_terms: null,
    },
    // The day itself is still paid for.
    flags: { domain_is_expired: false, domain_is_expiring_soon: true },
    nameservers: ['dns1.adatum.example'],
  },
  'xn--mller-kva.com.json': {
    ...verisign('xn--mller-kva.com'),
    record: { epp_statuses: [], registrar_name: 'Proseware GmbH', dnssec_signed: true, dnssec_ds_records: [] },
    nameservers: ['ns1.parking.example', 'ns2.parking.example'],
  },
  'redemption.app.json': {
    domain: 'lucerne-media.app',
    host: 'pubapi.registry.example',
    record: { expires_at: null, expires_in_days: null, epp_statuses: ['pendingDelete', 'redemptionPeriod'] },
    flags: { domain_pending_delete: true, domain_is_expired: false },
    nameservers: null,
  },
  'reserved.net.json': {
    ...verisign('example.net'),
    record: { abuse_email: null, abuse_phone: null, has_abuse_contact: false, registrar_iana_id: '376' },
    flags: { domain_is_registry_reserved: true },
  },
  'malformed.com.json': {
    ...verisign('odd-answers.com'),
    record: {
      registrar_name: null,
      registered_at: '2022-02-22T00:00:00.000Z',
      expires_at: null,
      epp_statuses: ['ok'],
      dnssec_signed: false,
      policy_registry_terms: 'https://odd-answers.com/terms',
    },
    nameservers: null,
  },
}
const OWN_OTHERS = ['400-reserved.json', '404-not-found.json', 'bootstrap.json']

describe('registry answers of our own making', () => {
  const read = (file: string) => JSON.parse(readFileSync(join(OWN, file), 'utf8'))
  testAnswers(OWN, own, OWN_OTHERS)

  test('an error answer is no domain, and only its own words make a name reserved', () => {
    for (const file of ['404-not-found.json', '400-reserved.json'])
      expect(readDomain(read(file), { domain: 'x.org', host: 'rdap.registry.example' })).toBeUndefined()
    expect(saysReserved(read('404-not-found.json'))).toBe(false)
    expect(saysReserved(read('400-reserved.json'))).toBe(true)
  })

  test('the bootstrap file gives one server for each top-level domain, by https where there is a choice', () => {
    expect([...readBootstrapFile(read('bootstrap.json'))]).toEqual([
      ['com', 'https://rdap.verisign.com/com/v1/'],
      ['net', 'https://rdap.verisign.com/com/v1/'],
      ['kg', 'http://rdap.cctld.example/'],
      ['app', 'https://pubapi.registry.example/rdap/'],
      ['dev', 'https://pubapi.registry.example/rdap/'],
    ])
  })
})
