import type { Contact, Group, Job, Person, Problem, SourceEntry, UsageReport, ValidationResult } from '../src/index.ts'

/** A complete example of each message: every optional field is present. */

const ID = '0197c0de-0000-7000-8000-000000000001'
const AT = '2026-05-04T10:20:30.456Z'

export const validationResult: ValidationResult = {
  id: ID,
  inbound: 'Jürgen.Groß+news@xn--mnchen-3ya.de',
  first_name: 'Jürgen',
  last_name: 'Groß',
  normalized: 'jürgen.groß@xn--mnchen-3ya.de',
  smtp_provider: 'unknown',
  validations: {
    is_disposable: false,
    has_label: true,
    is_subdomain: false,
    is_no_reply: false,
    is_role_based: false,
    has_irregular_pattern: false,
    has_uncommon_unicode: false,
    safe_to_send: true,
    has_valid_mx_records: true,
    domain_is_expired: false,
    domain_is_expiring_soon: false,
    domain_transfer_locked: true,
    domain_update_locked: false,
    domain_delete_locked: false,
    domain_on_registry_hold: false,
    domain_pending_create: false,
    domain_pending_delete: false,
    domain_pending_transfer: false,
    domain_pending_update: false,
    domain_is_registry_reserved: false,
    domain_is_parking_nameserver: false,
    domain_is_deliverable: true,
  },
  metadata: {
    username: { inbound: 'Jürgen.Groß+news', normalized: 'jürgen.groß', has_label: true, label: 'news' },
    domain: {
      is_disposable: false,
      is_subdomain: false,
      root: 'xn--mnchen-3ya.de',
      inbound: 'xn--mnchen-3ya.de',
      disposable_sources: [],
      has_valid_mx_records: true,
      mx_records: [{ priority: 10, host: 'mx_1.contoso.net' }],
      domain_age_days: 7000,
      provider: 'DENIC',
      provider_link: 'https://rdap.contoso.net/domain/xn--mnchen-3ya.de',
      registered_at: '2007-01-02T03:04:05Z',
      expires_at: null,
      last_changed_at: '2024-01-02',
      last_checked_at: AT,
      expires_in_days: null,
      registrar_name: 'Registrar',
      registrar_iana_id: '9999',
      abuse_email: 'abuse@contoso.net',
      abuse_phone: '+49.1',
      has_abuse_contact: true,
      epp_statuses: ['ok'],
      dnssec_signed: true,
      dnssec_ds_records_count: 1,
      dnssec_ds_records: [{ keyTag: 1, algorithm: 13, digestType: 2 }],
      nameservers: ['ns1.contoso.net'],
      nameserver_count: 1,
      policy_registry_terms: 'https://contoso.net/terms',
      policy_icann_epp_info: 'https://icann.org/epp',
      policy_icann_wicf: 'https://icann.org/wicf',
    },
  },
}

export const job: Job = {
  id: ID,
  status: 'processing',
  total: 3,
  processed: 2,
  success: 1,
  errors: 1,
  created_at: AT,
  updated_at: AT,
  expires_at: AT,
  failure: null,
}

export const jobResults = {
  job,
  items: [
    { index: 0, input: ' a@contoso.com', result: validationResult, error: null },
    { index: 1, input: '\u0000', result: null, error: { code: 'invalid_email', message: 'no @ sign' } },
  ],
  total: 2,
  page: 1,
  take: 25,
}

export const group: Group = {
  id: ID,
  status: 'finalizing',
  total: 3,
  processed: 3,
  success: 2,
  errors: 1,
  unprocessed: 0,
  failure: null,
  result_prefix: 'service.',
  download_ready: false,
  created_at: AT,
  updated_at: AT,
  expires_at: AT,
}

export const groupDetail = {
  group,
  jobs: [{ ...job, ordinal: 0, row_offset: 0, status_url: `https://contoso.com/v1/emails/bulk/${ID}` }],
}

export const preparedUpload = {
  upload_id: ID,
  upload_url: 'https://contoso.com/v1/uploads/x?signature=y',
  headers: { 'Content-Type': 'text/csv', 'Content-Length': '12', 'If-None-Match': '*' },
  expires_at: AT,
}

const person: Person = {
  name: 'Ada',
  imageUrl: 'https://contoso.com/ada.png',
  jobTitle: null,
  employer: 'Example',
  location: null,
  links: ['https://contoso.com/ada'],
}
const company = { name: 'Example', website: 'https://contoso.com/', description: null, links: [] }
const provenance = [
  { field: 'person.name', source: 'wikidata_person', url: 'https://www.wikidata.org/wiki/Q1', fetchedAt: 1 },
] as const
const sourceEntry: SourceEntry = { status: 'matched', fetchedAt: 1, person, company, provenance: [...provenance] }

export const contact: Contact = {
  id: ID,
  version: 'v1',
  enrichment: {
    status: 'matched',
    person,
    company,
    sources: { website: sourceEntry, wikidata_person: sourceEntry, wikidata_company: sourceEntry },
    provenance: [...provenance],
  },
  enrichedAt: 1_770_000_000_000,
  enrichmentState: 'matched',
  email: 'иван@contoso.com',
  firstName: 'Ada',
  lastName: null,
  domain: 'contoso.com',
  createdAt: 1_770_000_000_000,
  updatedAt: 1_770_000_000_000,
}

export const contactList = {
  totalItems: 1,
  totalPages: 1,
  itemsPerPage: 25,
  currentPage: 1,
  currentPageItemCount: 1,
  data: [contact],
}

export const problem: Problem = {
  type: '/docs/errors/invalid_request',
  title: 'The request is malformed',
  status: 400,
  detail: 'One field is wrong.',
  code: 'invalid_request',
  request_id: 'r-1',
  errors: [{ path: '/emails/0', message: 'must be string' }],
}

export const usageReport: UsageReport = {
  from: '2026-05-01',
  to: '2026-05-30',
  total: 3,
  by_kind: { single: 1, bulk: 2 },
  days: [{ date: '2026-05-04', total: 3, by_kind: { single: 1, bulk: 2 } }],
}

const account = { id: 'u1', email: 'ada@contoso.com', name: '', created_at: AT }
const subscription = { plan: 'self-hosted', status: 'active', period_end: null, active: true }
export const signedIn = { account, bearer_token: 'secret', expires_at: AT }
export const sessionView = {
  account,
  subscription,
  expires_at: AT,
  has_password: true,
  address_confirmed: true,
  second_factor: false,
  second_factor_required: false,
  second_factor_missing: false,
  password_sign_in: true,
  provider: { id: 'contoso', name: 'Contoso' },
  person_id: ID,
  role: 'owner',
  operator: false,
  accounts: [{ id: ID, name: 'Contoso', role: 'owner' }],
}
export const issuedToken = {
  token: 'ms_w_0000',
  api_token: {
    id: ID,
    name: 'ci',
    permission: 'write',
    created_by: 'ada@contoso.com',
    scopes: ['validate', 'bulk'],
    networks: ['192.0.2.0/24'],
    limit: { requests: 600, window_seconds: 60 },
    last4: '0000',
    created_at: AT,
    expires_at: null,
    last_used_at: AT,
    revoked_at: null,
    replaced_by: ID,
  },
}
export const uploadId = ID
