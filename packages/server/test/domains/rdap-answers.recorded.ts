// Answers that were recorded from real registries, in the folder that RDAP_FIXTURES names.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readBootstrapFile } from '../../src/domains/rdap/bootstrap.ts'
import { readDomain, saysReserved } from '../../src/domains/rdap/read-domain.ts'
import { recordedIn } from '../stand-ins/recorded.ts'
import { type Expectation, testAnswers } from './registry-answers.ts'

const folder = recordedIn('RDAP_FIXTURES')

const VERISIGN_TERMS =
  'https://www.verisign.com/domain-names/registration-data-access-protocol/terms-service/index.xhtml'
const lockedSixfold = [
  ...['clientDeleteProhibited', 'clientTransferProhibited', 'clientUpdateProhibited'],
  ...['serverDeleteProhibited', 'serverTransferProhibited', 'serverUpdateProhibited'],
]
const googleNameservers = ['ns1.google.com', 'ns2.google.com', 'ns3.google.com', 'ns4.google.com']
const verisign = (domain: string) => ({ domain, host: 'rdap.verisign.com' })

const recorded: Record<string, Expectation> = {
  'example.com-2026.json': {
    ...verisign('example.com'),
    at: '2026-08-20',
    record: {
      provider: 'Verisign',
      provider_link: 'https://rdap.verisign.com/com/v1/domain/example.com',
      registered_at: '1995-08-14T04:00:00.000Z',
      expires_at: '2027-08-13T04:00:00.000Z',
      last_changed_at: '2026-08-14T08:01:43.000Z',
      last_checked_at: '2026-08-19T23:51:30.000Z',
      domain_age_days: 11328,
      expires_in_days: 358,
      registrar_name: 'RESERVED-Internet Assigned Numbers Authority',
      registrar_iana_id: '376',
      abuse_email: null,
      abuse_phone: null,
      has_abuse_contact: false,
      epp_statuses: ['clientDeleteProhibited', 'clientTransferProhibited', 'clientUpdateProhibited'],
      dnssec_signed: true,
      dnssec_ds_records: [{ keyTag: 2371, algorithm: 13, digestType: 2 }],
      policy_registry_terms: VERISIGN_TERMS,
      policy_icann_epp_info: 'https://icann.org/epp',
      policy_icann_wicf: 'https://icann.org/wicf',
    },
    flags: { domain_is_registry_reserved: true, domain_transfer_locked: true, domain_is_expired: false },
    nameservers: ['elliott.ns.cloudflare.com', 'hera.ns.cloudflare.com'],
  },
  '20c.com.json': {
    ...verisign('20c.com'),
    record: {
      epp_statuses: [],
      dnssec_signed: false,
      dnssec_ds_records: [],
      registrar_name: 'CSL Computer Service Langenbach GmbH d/b/a joker.com',
      registrar_iana_id: null,
      abuse_email: 'abuse@joker.com',
      abuse_phone: '+49.21186767447',
      policy_registry_terms: VERISIGN_TERMS,
      policy_icann_epp_info: 'https://icann.org/epp',
    },
  },
  'google.com-verisign-2019.json': {
    ...verisign('google.com'),
    record: {
      epp_statuses: lockedSixfold,
      last_changed_at: null,
      policy_registry_terms: VERISIGN_TERMS,
      abuse_email: 'abusecomplaints@markmonitor.com',
      abuse_phone: '+1.2083895740',
    },
    flags: { domain_transfer_locked: true, domain_update_locked: true, domain_delete_locked: true },
    nameservers: googleNameservers,
  },
  'google.com-verisign-2021.json': {
    ...verisign('google.com'),
    record: { dnssec_signed: true, dnssec_ds_records: [] },
  },
  'google.com-verisign-2022.json': {
    ...verisign('google.com'),
    record: {
      registrar_name: 'MarkMonitor Inc.',
      registrar_iana_id: '292',
      last_changed_at: '2019-09-09T15:39:04.000Z',
      abuse_phone: '+1.2086851750',
      abuse_email: 'abusecomplaints@markmonitor.com',
    },
  },
  'google.com-markmonitor-2021.json': {
    domain: 'google.com',
    host: 'rdap.markmonitor.com',
    record: {
      registrar_name: 'MarkMonitor Inc.',
      last_changed_at: '2019-09-09T15:39:04.000Z',
      expires_at: '2028-09-13T07:00:00.000Z',
      registered_at: '1997-09-15T07:00:00.000Z',
      last_checked_at: '2021-04-14T02:30:22.000Z',
      policy_icann_wicf: 'https://www.icann.org/wicf',
      policy_registry_terms: 'https://www.markmonitor.com/legal/domain-management-terms-and-conditions',
    },
  },
  'xn--bcher-kva.com.json': {
    ...verisign('xn--bcher-kva.com'),
    record: {
      provider_link: 'https://rdap.verisign.com/com/v1/domain/xn--bcher-kva.com',
      registrar_name: 'InterNetX GmbH',
      registrar_iana_id: '151',
    },
    nameservers: ['ns1.mxmpark.com', 'ns2.mxmpark.com'],
  },
  'arin.net-2017.json': {
    domain: 'arin.net',
    host: 'rdap-pilot.verisignlabs.com',
    record: {
      dnssec_signed: false,
      registrar_iana_id: '93',
      has_abuse_contact: false,
      expires_at: '2024-06-13T18:33:47.000Z',
      policy_registry_terms: 'http://rdap-pilot.verisignlabs.com/terms_of_use',
    },
    nameservers: ['ns3.arin.net', 'u.arin.net', 'ns2.arin.net', 'ns1.arin.net'],
  },
  'bitcoin.org-namecheap-2021.json': {
    domain: 'bitcoin.org',
    host: 'rdap.namecheap.com',
    record: {
      registered_at: '2008-08-18T13:19:55.000Z',
      registrar_name: 'NAMECHEAP INC',
      registrar_iana_id: null,
      abuse_email: 'abuse@namecheap.com',
      abuse_phone: '+1.6613102107',
      policy_registry_terms: 'https://www.namecheap.com/legal/domains/rdap',
    },
  },
  'google.io-2026-trimmed.json': {
    domain: 'google.io',
    host: 'rdap.identitydigital.services',
    record: {
      provider: 'Identity Digital',
      provider_link: null,
      dnssec_signed: false,
      has_abuse_contact: false,
      policy_registry_terms: null,
      registrar_name: 'MarkMonitor Inc.',
    },
  },
  'google.to-2026-trimmed.json': {
    domain: 'google.to',
    host: 'rdap.tonicregistry.to',
    at: '2026-11-15',
    record: { registrar_name: null, registered_at: '2018-11-30T07:38:29.000Z', expires_in_days: 15 },
    flags: { domain_is_expiring_soon: true, domain_is_expired: false },
    nameservers: null,
  },
  'nominet.uk-2026.json': {
    domain: 'nominet.uk',
    host: 'rdap.nominet.uk',
    record: {
      provider: 'Nominet',
      expires_at: null,
      expires_in_days: null,
      registrar_name: 'Nominet UK',
      registrar_iana_id: null,
      policy_icann_wicf: null,
      policy_icann_epp_info: 'https://icann.org/epp',
      policy_registry_terms: 'https://nominet.uk/rdap-tos',
      dnssec_ds_records: [{ keyTag: 30245, algorithm: 8, digestType: 2 }],
      abuse_email: 'abuse@nominet.uk',
    },
    flags: { domain_is_expired: false, domain_is_expiring_soon: false },
    nameservers: expect.arrayContaining(['dns1.nominetdns.uk', 'dnsd.nominetdns.uk']),
  },
  'lemonde.fr-2024.json': {
    domain: 'lemonde.fr',
    host: 'rdap.nic.fr',
    record: {
      provider: 'AFNIC',
      registrar_name: 'NAMESHIELD',
      registrar_iana_id: '1251',
      last_checked_at: null,
      policy_registry_terms: null,
      epp_statuses: [
        ...['serverUpdateProhibited', 'serverTransferProhibited', 'serverDeleteProhibited'],
        'serverRecoverProhibited',
      ],
    },
  },
  'norway.no-2021.json': {
    domain: 'norway.no',
    host: 'rdap.norid.no',
    record: {
      epp_statuses: [],
      expires_at: null,
      dnssec_signed: false,
      registrar_name: 'Domeneshop AS',
      registrar_iana_id: null,
      policy_registry_terms: 'https://www.norid.no/en/domeneoppslag/vilkar',
    },
  },
  'example.cz-2018.json': {
    domain: 'example.cz',
    host: 'rdap.nic.cz',
    record: {
      registrar_name: 'REG-INTERNET-CZ',
      epp_statuses: ['ok'],
      registered_at: '2004-08-30T22:55:00.000Z',
      policy_registry_terms: null,
    },
  },
  'nic.si-2026.json': {
    domain: 'nic.si',
    host: 'rdap.register.si',
    record: {
      provider: 'ARNES',
      registered_at: '2008-10-28T00:00:00.000Z',
      registrar_name: 'Arnes',
      registrar_iana_id: null,
      policy_registry_terms: null,
    },
  },
  'abc.xyz-markmonitor-2021.json': {
    domain: 'abc.xyz',
    host: 'rdap.markmonitor.com',
    record: { registrar_name: 'MarkMonitor Inc.', last_changed_at: '2019-11-07T17:16:24.000Z' },
  },
  'amazon.cyou-2021.json': {
    domain: 'amazon.cyou',
    host: 'rdap.comlaude.com',
    at: '2021-04-15',
    record: {
      expires_in_days: 29,
      abuse_email: 'abuse@comlaude.com',
      registrar_name: 'NOM-IQ Ltd dba Com Laude',
      policy_registry_terms: null,
      policy_icann_epp_info: 'https://icann.org/epp',
    },
    flags: { domain_is_expiring_soon: true, domain_transfer_locked: false, domain_update_locked: true },
    nameservers: ['nsgbr.comlaude.co.uk', 'nssui.comlaude.ch', 'nsusa.comlaude.net'],
  },
  'home.moscow-2024.json': {
    domain: 'home.moscow',
    host: 'flexireg.net',
    record: {
      abuse_phone: '+7.4955801111',
      abuse_email: 'abuse@reg.ru',
      registrar_iana_id: '1606',
      last_checked_at: '2024-06-18T19:01:39.000Z',
      policy_icann_wicf: 'https://www.icann.org/wicf',
      policy_registry_terms: 'https://flexireg.net/ru/whois-terms_of_use.en.html',
    },
  },
  'microsoft.click-2024.json': {
    domain: 'microsoft.click',
    host: 'rdap.registry.click',
    record: {
      registrar_name: 'MarkMonitor Inc.',
      registrar_iana_id: null,
      abuse_email: 'abusecomplaints@markmonitor.com',
      abuse_phone: '+1.2083895740',
      policy_registry_terms: 'https://whois.uniregistry.net/',
      provider_link: null,
    },
  },
  'malformed-servernet.json': {
    domain: 'something-not-real.com',
    host: 'rdapserver.net',
    record: {
      registrar_name: null,
      registered_at: '2023-07-05T00:00:00.000Z',
      epp_statuses: ['ok'],
      policy_registry_terms: 'https://rdapserver.net/terms-of-use/',
      policy_icann_wicf: 'https://www.icann.org/wicf/',
    },
    nameservers: null,
  },
  'redaction-rfc9537-example.json': {
    domain: 'example.com',
    host: 'rdap.example.com',
    record: {
      registrar_name: 'Example Registrar Inc.',
      registrar_iana_id: '1',
      abuse_email: 'abuse@organization.example',
      abuse_phone: '+1.7035555555',
      policy_registry_terms: 'https://www.example.com/terms-of-use',
    },
  },
  'nomulus-redemption.json': {
    domain: 'redemption.lol',
    host: 'example.tld',
    at: '2000-01-01',
    record: { expires_at: null, expires_in_days: null, epp_statuses: ['pendingDelete', 'redemptionPeriod'] },
    flags: { domain_pending_delete: true, domain_is_expired: false },
  },
  'nomulus-autorenew.json': {
    domain: 'autorenew.lol',
    host: 'example.tld',
    at: '2000-01-01',
    record: { epp_statuses: ['ok', 'autoRenewPeriod'], dnssec_signed: false },
    flags: { domain_is_expired: false, domain_pending_delete: false },
  },
  'nomulus-addperiod.json': {
    domain: 'addgraceperiod.lol',
    host: 'example.tld',
    record: { epp_statuses: ['ok', 'addPeriod'] },
  },
}
/** Files of the folder that are no domain answers; each has its own test. */
const OTHERS = [
  ...['cctld-rdap-supplemental.json', 'iana-bootstrap-dns-2026-07-23.json'],
  ...['notfound.com-404-empty.json', 'notfound.org-404.json'],
]

const read = (file: string) => readFileSync(join(folder, file), 'utf8')
testAnswers(folder, recorded, OTHERS)

test('an error answer is no domain, and its terms do not make a name reserved', () => {
  const answer = JSON.parse(read('notfound.org-404.json'))
  expect(readDomain(answer, { domain: 'x.org', host: 'rdap.publicinterestregistry.org' })).toBeUndefined()
  expect(saysReserved(answer)).toBe(false)
  expect(read('notfound.com-404-empty.json')).toBe('')
})

test("IANA's file gives one server for each top-level domain", () => {
  const servers = readBootstrapFile(JSON.parse(read('iana-bootstrap-dns-2026-07-23.json')))
  expect(servers.size).toBe(1200)
  expect(servers.get('com')).toBe('https://rdap.verisign.com/com/v1/')
  expect(servers.get('kg')).toBe('http://rdap.cctld.kg/')
  expect(servers.get('io')).toBeUndefined()
})
