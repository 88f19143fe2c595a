// An example for every request and answer: by the name of each field, or else by its schema.
import {
  type DomainReport,
  type Insight,
  type ListEntry,
  REASON_CODES,
  type ValidationResult,
} from '@mailsift/contract'
import { type Engine, factsOf, render, tier, tierOfCode } from '@mailsift/engine'
import { Check } from 'typebox/schema'
import { type Document, operationsOf, type Schema } from './document.ts'

const ID = '0198a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b'
const TIME = '2026-05-04T09:30:00.000Z'
const LATER = '2026-06-03T09:30:00.000Z'
const EPOCH_MS = Date.parse(TIME)
const ORIGIN = 'https://mail.example'
const SITE_KEY = 'mk_9sK2yR5tW8zA1cE4gH6jLQ'

const DOMAIN_REPORT: DomainReport = {
  domain: 'contoso.com',
  checked_at: TIME,
  mail: { state: 'accepts', mail_hosts: [{ priority: 10, host: 'mx.contoso.com' }] },
  registration: {
    state: 'known',
    registrar: 'Example Registrar',
    registered_at: '1997-03-12T05:00:00Z',
    expires_at: '2027-03-11T04:00:00Z',
    nameservers: ['ns1.contoso.com', 'ns2.contoso.com'],
  },
  posture: {
    spf: { state: 'present', problems: [], record: 'v=spf1 mx -all', all: 'fail' },
    dmarc: {
      state: 'present',
      problems: [],
      record: 'v=DMARC1; p=reject',
      domain: 'contoso.com',
      policy: 'reject',
      percent: 100,
      reports_to: [],
    },
    mta_sts: { state: 'absent', problems: [], record: null, mode: null, max_age_seconds: null, mx: [] },
    tls_rpt: { state: 'absent', problems: [], record: null, reports_to: [] },
    bimi: { state: 'absent', problems: [], record: null, logo: null, certificate: null },
    dane: { state: 'present', problems: [], hosts: [{ host: 'mx.contoso.com', state: 'present' }] },
    starttls: { state: 'unknown', problems: ['Domain reports do not connect to mail servers.'] },
    blocklists: { state: 'off', entries: [] },
  },
}

const VCARD = [
  'BEGIN:VCARD',
  'VERSION:3.0',
  'N:Lovelace;Ada;;;',
  'FN:Ada Lovelace',
  'EMAIL:ada.lovelace@contoso.com',
  'END:VCARD',
  '',
].join('\r\n')

const RULES = { preset: 'marketing', allow: ['role'], caution: ['free_mail'], refuse: ['relay'] } as const
const POLICY = {
  name: 'newsletter-de',
  ...RULES,
  tiers: Object.fromEntries(REASON_CODES.map((code) => [code, tierOfCode(code, RULES)])),
  updated_at: TIME,
}
const LIST_ENTRY: ListEntry = {
  id: ID,
  list: 'deny',
  entry: 'contoso.com',
  key: 'contoso.com',
  note: 'Asked to be removed.',
  added_at: TIME,
}

/** Example values by the name of the field, wherever its schema allows them. */
const BY_NAME: Readonly<Record<string, unknown>> = {
  status_code: '5.1.1',
  reply: '550 5.1.1 User unknown',
  exportSuppressions: 'email,reason,suppressed_at,expires_at\r\n',
  exportAuditTrail:
    '{"id":"01890a5d-ac96-774b-bcce-b302099a8057","at":"2026-05-04T09:30:00.000Z","action":"sign_in","actor":"account","person":"ada@contoso.com","subject_id":"01890a5d-ac96-774b-bcce-b302099a8058","detail":null,"network":"192.0.2.7"}\n',
  sentence: 'Mail to this address bounced: the mailbox does not exist.',
  advice: 'Do not send to this address again.',
  evidence: 'bounce on 2026-05-04, status 5.1.1',
  'makeBounceSource.name': 'Newsletter',
  'mailbox.host': 'imap.contoso.com',
  'mailbox.user': 'bounces@contoso.com',
  'mailbox.folder': 'INBOX',
  'source.name': 'Newsletter',
  'makeBounceSource.key': 'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE',
  confirmation_url: null,
  topic: 'arn:aws:sns:eu-west-1:123456789012:bounces',
  address: 'bounces+5f0c3a1b8d7e4926a1c05f3b7d9e2468@mail.example',
  id: ID,
  contactId: ID,
  jobId: ID,
  groupId: ID,
  submissionId: ID,
  listId: ID,
  uploadId: ID,
  sessionId: ID,
  tokenId: ID,
  siteKeyId: ID,
  sourceId: ID,
  source_id: ID,
  source_name: 'Newsletter',
  burstId: ID,
  personId: ID,
  account_id: ID,
  invitationId: ID,
  entryId: ID,
  policyName: 'newsletter-de',
  exportContacts: 'email,first_name,last_name\r\nada.lovelace@contoso.com,Ada,Lovelace\r\n',
  'text/vcard.exportContacts': VCARD,
  // The first bytes of every workbook.
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.exportContacts': 'PK\u0003\u0004…',
  savePolicy: POLICY,
  listPolicies: { items: [POLICY] },
  listListEntries: { items: [LIST_ENTRY] },
  allow: ['role'],
  caution: ['free_mail'],
  refuse: ['relay'],
  entry: 'contoso.com',
  entries: ['contoso.com', 'ada.lovelace@contoso.com'],
  note: 'Asked to be removed.',
  identityId: ID,
  accountId: ID,
  taskId: '3',
  task: 'bulk.chunk',
  payload: `{"jobId":"${ID}"}`,
  list: 'disposable-email-domains',
  outcome: 'fetched',
  passkeyId: ID,
  upload_id: ID,
  email: 'ada.lovelace@contoso.com',
  requestId: '124ab1c',
  caller: '//bigquery.googleapis.com/projects/contoso/jobs/contoso:US.bquxjob_5b4c112c',
  calls: [['ada.lovelace@contoso.com'], [null]],
  errorMessage: 'The database is temporarily unreachable.',
  'sf-external-function-query-batch-id': '01b02bdf-0001-7b58-0003-27d60056b5a6:1:1:0:0',
  data: [
    [0, { result: null, error: { code: 'invalid_email', message: 'The address has no @ sign.' } }],
    [1, null],
  ],
  'validateForSnowflake.data': [
    [0, 'ada.lovelace@contoso.com'],
    [1, null],
  ],
  emails: ['ada.lovelace@contoso.com', 'info@contoso.com'],
  email_column: 'E-Mail',
  filename: 'contacts.csv',
  size_bytes: 2048,
  name: 'Ada Lovelace',
  plan: 'self-hosted',
  'readPlan.name': 'team',
  'startCheckout.plan': 'team',
  plans: ['team'],
  firstName: 'Ada',
  lastName: 'Lovelace',
  domain: 'contoso.com',
  reportDomain: DOMAIN_REPORT,
  jobTitle: 'Analyst',
  employer: 'Contoso',
  location: 'London',
  description: 'A company.',
  website: 'https://contoso.com/',
  password: 'correct horse battery staple',
  new_password: 'four words are enough',
  current_password: 'correct horse',
  code: '123456',
  secret: 'v7mP0nB3xQ9sK2yR5tW8zA1cE4gH6jL0dF3uI7oN9pT',
  last4: '4f2a',
  version: 'v1',
  token: 'ms_w_…',
  bearer_token: 'Zk3v…',
  ticket: 'eyJ…',
  totp_uri: 'otpauth://totp/Mailsift:ada?secret=JBSWY3DPEHPK3PXP',
  provider: 'keycloak',
  'providers.id': 'keycloak',
  'providers.name': 'Contoso',
  'provider.id': 'keycloak',
  'provider.name': 'Contoso',
  return_to: '/contacts',
  challenge: 'aW3mVxB1c9Rk2yQ5tW8zA1cE4gH6jL0dF3uI7oN9pT0',
  rp_id: 'mail.example',
  user_id: 'AZihssPUfl-KmwwdLj9KWw',
  user_name: 'ada.lovelace@contoso.com',
  exclude: [],
  client_data: 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0',
  attestation: 'o2NmbXRkbm9uZQ',
  authenticator_data: 'SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2M',
  signature: 'MEUCIQD2',
  user_handle: 'AZihssPUfl-KmwwdLj9KWw',
  transports: ['internal'],
  'addPasskey.id': 'kJ3vQ2yR5tW8zA1cE4gH6g',
  'signInByPasskey.id': 'kJ3vQ2yR5tW8zA1cE4gH6g',
  'passkey.id': 'kJ3vQ2yR5tW8zA1cE4gH6g',
  'addPasskey.name': 'Laptop',
  'renamePasskey.name': 'Laptop',
  redirect_to: 'https://auth.contoso.com/authorize?client_id=mailsift&state=…',
  'signOutAtProvider.redirect_to': 'https://auth.contoso.com/logout?client_id=mailsift',
  backup_codes: ['k3v9-7qmx', 'p2nd-4hzt'],
  networks: ['192.0.2.0/24'],
  network: '192.0.2.7',
  total: 3,
  processed: 3,
  success: 2,
  errors: 1,
  unprocessed: 0,
  page: 1,
  take: 25,
  index: 0,
  ordinal: 0,
  row_offset: 0,
  totalItems: 1,
  totalPages: 1,
  itemsPerPage: 25,
  currentPage: 1,
  currentPageItemCount: 1,
  chunks: 1,
  requests: 60,
  window_seconds: 60,
  overlap_seconds: 3600,
  single: 1,
  bulk: 2,
  input: 'ada.lovelace@contoso.com',
  expires_at: LATER,
  period_end: null,
  failure: null,
  error: null,
  revoked_at: null,
  replaced_by: null,
  status_url: `${ORIGIN}/v1/emails/bulk/${ID}`,
  download_url: `${ORIGIN}/v1/files/results/${ID}.csv?expires=…&signature=…`,
  upload_url: `${ORIGIN}/v1/files/uploads/${ID}.csv?expires=…&signature=…`,
  url: 'https://contoso.com/about',
  key: SITE_KEY,
  site_key: SITE_KEY,
  origins: ['https://shop.example'],
  script_tag: `<script src="${ORIGIN}/guard.js" data-site-key="${SITE_KEY}" integrity="sha384-…" crossorigin="anonymous" async></script>`,
  reason: 'ok',
  is_disposable: false,
  suggestion: null,
  value: '3000',
  help: 'The port to listen on.',
  allow_domains: ['partner.example'],
  deny_domains: [],
  imageUrl: 'https://contoso.com/ada.jpg',
  result_prefix: 'service.',
  detail: null,
  subject_id: null,
  person: 'ada.lovelace@contoso.com',
  created_by: 'ada.lovelace@contoso.com',
  invited_by: 'ada.lovelace@contoso.com',
  account_name: 'Contoso',
  role: 'member',
  tokens: 1,
  domains: ['contoso.com'],
  number: 117,
  iterations: 10_000,
  bits: 7,
  to: 'ada.lovelace@contoso.com',
  'makeMemberResetLink.link': null,
  link: `${ORIGIN}/#invitation=v7mP0nB3xQ9sK2yR5tW8zA1cE4gH6jL0dF3uI7oN9pT`,
  'accounts.name': 'Contoso',
  'renameAccount.name': 'Contoso',
  'createList.name': 'customers.csv',
  'changeList.name': 'Customers, spring',
  notes: 'For the spring newsletter.',
  round: 0,
  part: 1,
  parts: 1,
  fingerprint: '9f86d081884c7d65',
  deleting: false,
  previous: null,
  'company.name': 'Contoso',
  'items.name': 'Sign-up form',
  'api_token.name': 'Sign-up form',
  'issueToken.name': 'Sign-up form',
  'makeSiteKey.name': 'Shop',
  'settings.name': 'PORT',
  'Content-Length': '2048',
  policy: 'marketing',
  status: 'completed',
  state: 'matched',
  next_cursor: null,
  links: [],
}

const BY_FORMAT: Readonly<Record<string, unknown>> = {
  'date-time': TIME,
  date: '2026-05-04',
  uuid: ID,
  uri: `${ORIGIN}/`,
  'uri-reference': '/',
  'idn-email': 'ada.lovelace@contoso.com',
}

/** Adds them to the document, whose schemas are still written out. */
export function addExamples(document: Document, engine: Engine): Document {
  const verdicts = verdictExamples(engine)
  const exampleOf = (schema: Schema, name = '', parent = ''): unknown => {
    for (const known of [...verdicts, BY_NAME[`${parent}.${name}`], BY_NAME[name]])
      if (known !== undefined && Check(schema, known)) return known
    return made(schema, name, exampleOf)
  }
  for (const { operationId, parameters = [], requestBody, responses } of operationsOf(document)) {
    // The reference fills a form with the examples and sends it: what may be left out, and has no default, stays out.
    for (const parameter of parameters)
      if (parameter.required || parameter.schema.default !== undefined)
        parameter.example = exampleOf(parameter.schema, parameter.name)
    const body = requestBody?.content['application/json']
    if (body?.schema) body.example = exampleOf(withoutOptional(body.schema), operationId)
    for (const { content } of Object.values(responses)) {
      // Errors have theirs by code.
      for (const [type, answer] of Object.entries(content ?? {}))
        if (answer.schema && type !== 'application/problem+json')
          answer.example = exampleOf(answer.schema, operationId, type)
    }
  }
  return document
}

/** A body of which everything may be left out changes something: there, all of it is shown. */
function withoutOptional(schema: Schema): Schema {
  const required = (schema.required ?? []) as readonly string[]
  if (required.length === 0) return schema
  const kept = Object.entries((schema.properties ?? {}) as Record<string, Schema>).filter(
    ([name, { default: otherwise }]) => required.includes(name) || otherwise !== undefined,
  )
  return { ...schema, properties: Object.fromEntries(kept) }
}

/** Results of the engine itself. */
function verdictExamples(engine: Engine): unknown[] {
  const verdict = engine.validate('info@contoso.com')
  if (!verdict.ok) throw new Error(verdict.error.message)
  const result = render(verdict, ID) as ValidationResult
  const insight: Insight = {
    result,
    ...tier(verdict, 'marketing'),
    reasons: [...tier(verdict, 'marketing').reasons],
    suggestion: null,
    facts: factsOf(verdict),
    mailbox: 'unknown',
    mailbox_evidence: null,
    suppressed: null,
    listed: null,
  }
  const { code: _code, sentence: _sentence, ...shown } = { code: '', sentence: '', ...insight }
  return [result, shown]
}

type ExampleOf = (schema: Schema, name?: string, parent?: string) => unknown

function made(schema: Schema, name: string, exampleOf: ExampleOf): unknown {
  if (schema.default !== undefined) return schema.default
  if (Array.isArray(schema.enum)) return schema.enum[0]
  const [choice] = (schema.anyOf ?? []) as Schema[]
  if (choice) return exampleOf(choice, name)
  const type = [schema.type].flat()[0]
  if (type === 'object')
    return Object.fromEntries(
      Object.entries((schema.properties ?? {}) as Record<string, Schema>).map(([key, each]) => [
        key,
        exampleOf(each, key, name),
      ]),
    )
  if (type === 'array') return [exampleOf(schema.items as Schema, name)]
  if (type === 'boolean') return true
  if (type === 'integer' || type === 'number') return /At$/.test(name) ? EPOCH_MS : (schema.minimum ?? 1)
  const text = BY_FORMAT[String(schema.format)]
  if (text === undefined) throw new Error(`No example says what "${name}" holds.`)
  return text
}
