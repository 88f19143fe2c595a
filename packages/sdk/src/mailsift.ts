import type {
  AccountPlan,
  Calibration,
  DomainReport,
  Insight,
  InsightQuery,
  ReasonCode,
  UsageQuery,
  UsageReport,
  ValidationResult,
} from '@mailsift/contract'
import { type Account, account } from './account.ts'
import { type Bounces, bounces } from './bounces.ts'
import { type Bulk, bulk, type ValidateOptions } from './bulk.ts'
import { type CallOptions, type Connection, send } from './connection.ts'
import { type Contacts, contacts } from './contacts.ts'
import { type Csv, csv } from './csv.ts'
import { type Groups, groups } from './groups.ts'
import { newIdempotencyKey } from './idempotency.ts'
import { type Operator, operator } from './operator.ts'
import { type Suppressions, suppressions } from './suppressions.ts'
import { type Uploads, uploads } from './uploads.ts'

export type MailsiftOptions = ConnectionOptions &
  (
    | {
        /** An API token, `ms_r_…` or `ms_w_…`. */
        token: string
        credentials?: undefined
      }
    | {
        /** The session of the visitor of this page, which must be a page of the service itself. */
        credentials: 'cookie'
        token?: undefined
      }
  )

type ConnectionOptions = {
  /** The URL of the service; `/v1` is added if missing. Default: a local one. */
  baseUrl?: string | undefined
  /** Retries of a call after the first attempt. Default 2. */
  maxRetries?: number | undefined
  /** For one attempt of one call, except uploads and downloads. Default 30 seconds. */
  timeoutMs?: number | undefined
  /** Another fetch, for a proxy or a test. */
  fetch?: typeof fetch | undefined
}

/** The URL path segment of the API (§9). */
const VERSION = '/v1'
const NO_TOKEN = 'Mailsift needs a token; Mailsift.fromEnv() takes that of MAILSIFT_TOKEN'
const HEADER_SAFE = /^[\x21-\x7e]+$/

/** Where Node, Bun and Deno have the environment; other runtimes pass it to the program. */
type Environment = Readonly<Record<string, string | undefined>>

/** A client of one Mailsift service, for one token or one session. */
export class Mailsift {
  /** Lists of addresses. */
  readonly bulk: Bulk
  /** CSV files, from upload to result. */
  readonly csv: Csv
  /** Uploads of CSV files that were not submitted. */
  readonly uploads: Uploads
  /** The submissions that came from CSV files. */
  readonly groups: Groups
  readonly contacts: Contacts
  /** Bounces and complaints, and what they say about mailboxes. */
  readonly bounces: Bounces
  readonly suppressions: Suppressions
  /** The account of a person who has signed in; a token can only enter its saved rules. */
  readonly account: Account
  /** The whole installation, for a person who operates it. */
  readonly operator: Operator
  readonly #connection: Connection
  /** Account routes are outside of the versioned API. */
  readonly #beside: Connection

  constructor(options: MailsiftOptions) {
    // Untyped callers may pass nothing.
    if (!options) throw new TypeError(NO_TOKEN)
    const { baseUrl = 'http://127.0.0.1:3000', maxRetries = 2, timeoutMs = 30_000 } = options
    if (!/^https?:\/\//i.test(baseUrl)) throw new TypeError('baseUrl is no http or https address')
    this.#connection = {
      ...identityOf(options, versioned(baseUrl)),
      baseUrl: versioned(baseUrl),
      maxRetries,
      timeoutMs,
      // Looked up at each call and unbound: browsers refuse a fetch that is called as a method.
      fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
      ownFetch: options.fetch === undefined,
    }
    this.#beside = { ...this.#connection, baseUrl: this.#connection.baseUrl.slice(0, -VERSION.length) }
    this.bulk = bulk(this.#connection)
    this.groups = groups(this.#connection)
    this.uploads = uploads(this.#beside)
    this.csv = csv(this.#connection, this.#beside, this.groups)
    this.contacts = contacts(this.#connection, this.#beside)
    this.bounces = bounces(this.#beside)
    this.suppressions = suppressions(this.#beside)
    this.account = account(this.#beside)
    this.operator = operator(this.#beside)
  }

  /**
   * Uses the variables MAILSIFT_TOKEN and MAILSIFT_SERVER, like the command line. Runtimes that pass the environment to
   * the program (workers) provide it: `Mailsift.fromEnv(env)`.
   */
  static fromEnv(environment?: Environment, options: ConnectionOptions = {}): Mailsift {
    const { MAILSIFT_TOKEN: token, MAILSIFT_SERVER: server } =
      environment ?? (globalThis as { process?: { env: Environment } }).process?.env ?? {}
    if (!token?.trim()) throw new TypeError('MAILSIFT_TOKEN is not set: give it an API token, ms_r_… or ms_w_…')
    return new Mailsift({ ...options, token, baseUrl: options.baseUrl ?? (server?.trim() || undefined) })
  }

  /** Validates one address. A malformed one throws an ApiError with the code `invalid_email`. */
  validate(email: string, { validateDomain = false, signal }: ValidateOptions = {}): Promise<ValidationResult> {
    const query = { email, validate_domain: validateDomain ? 1 : 0 }
    // A retry whose first response was lost is billed once.
    const idempotencyKey = newIdempotencyKey()
    return send<ValidationResult>(this.#connection, { path: '/emails/validate', query, idempotencyKey, signal })
  }

  /** Validates for a purpose: also returns what to do with the address, and why. */
  insight(
    email: string,
    { validateDomain = false, policy, allow, caution, refuse, probe, signal }: InsightOptions = {},
  ): Promise<Insight> {
    const query = {
      email,
      validate_domain: validateDomain ? 1 : 0,
      policy,
      allow: listOf(allow),
      caution: listOf(caution),
      refuse: listOf(refuse),
      probe: probe ? 1 : undefined,
    }
    const idempotencyKey = newIdempotencyKey()
    return send<Insight>(this.#beside, { path: '/insight/emails/validate', query, idempotencyKey, signal })
  }

  /** Mail hosts, registration and mail posture of a domain; uses no credit. */
  domain(domain: string, { signal }: CallOptions = {}): Promise<DomainReport> {
    return send<DomainReport>(this.#beside, { path: `/insight/domains/${encodeURIComponent(domain)}`, signal })
  }

  /** Billed validations by day and kind; days are UTC dates such as `2026-05-04`. */
  usage({ from, to, signal }: UsageQuery & CallOptions = {}): Promise<UsageReport> {
    return send<UsageReport>(this.#beside, { path: '/account/usage', query: { from, to }, signal })
  }

  /** How many of the validated addresses bounced, by verdict and reason. */
  calibration({ signal }: CallOptions = {}): Promise<Calibration> {
    return send<Calibration>(this.#beside, { path: '/account/calibration', signal })
  }

  /** The plan of the account, and its credits in the current month. */
  plan({ signal }: CallOptions = {}): Promise<AccountPlan> {
    return send<AccountPlan>(this.#beside, { path: '/account/plan', signal })
  }
}

/** The query options, with lists as arrays. */
export type InsightOptions = ValidateOptions &
  Pick<InsightQuery, 'policy'> & {
    /** Reasons to ignore, whatever the policy is: `['role']`. */
    allow?: readonly ReasonCode[] | undefined
    /** Reasons that make an address risky. */
    caution?: readonly ReasonCode[] | undefined
    /** Reasons that make an address unsafe. */
    refuse?: readonly ReasonCode[] | undefined
    /** Lets a worker query the mail server about the mailbox, if the administrator allows it: see `mailbox_probe`. */
    probe?: boolean | undefined
  }

const listOf = (codes: readonly string[] = []) => (codes.length === 0 ? undefined : codes.join(','))

type Identity = Pick<Connection, 'headers' | 'callOptions' | 'linkOptions' | 'reach'>

function identityOf(options: MailsiftOptions, baseUrl: string): Identity {
  if (options.credentials === 'cookie') {
    // A page of another origin cannot add this header: it proves the same origin.
    const headers = { 'mailsift-request': '1' }
    return {
      headers,
      callOptions: { credentials: 'same-origin' },
      linkOptions: { credentials: 'omit' },
      reach: (link) => throughPage(baseUrl, link),
    }
  }
  const token = options.token?.trim()
  if (!token) throw new TypeError(NO_TOKEN)
  // fetch would also fail, but with the token in its message, and so in logs.
  if (!HEADER_SAFE.test(token)) throw new TypeError('The token holds characters that no token has')
  return { headers: { 'service-email-api-token': token }, callOptions: {}, linkOptions: {}, reach: (link) => link }
}

/**
 * The service's links use its public host name. A page opened under another name (localhost, a tunnel) may not reach
 * that name, and its policy would block it; the same file is available at the page's own host. Links to other stores
 * are unchanged.
 */
function throughPage(baseUrl: string, link: string): string {
  const at = link.indexOf(`${VERSION}/files/`)
  return at < 0 ? link : baseUrl + link.slice(at + VERSION.length)
}

function versioned(baseUrl: string): string {
  let end = baseUrl.length
  while (baseUrl[end - 1] === '/') end--
  const trimmed = baseUrl.slice(0, end)
  return trimmed.endsWith(VERSION) ? trimmed : trimmed + VERSION
}
