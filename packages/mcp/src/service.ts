// The functions behind the tools: those of the server itself, of a server over HTTP, or of the engine alone. A tool is
// offered only if its function exists, so that callers are not offered what they may not do.
import type {
  Contact,
  ContactPage,
  ContactSearch,
  DomainReport,
  Download,
  ErrorCode,
  FieldProblem,
  GroupDetail,
  GroupList,
  Insight,
  Job,
  JobList,
  JobResults,
  KnownMailbox,
  Paging,
  PRESET_NAMES,
  ReasonCode,
  UpdateContactBody,
  UsageQuery,
  UsageReport,
} from '@mailsift/contract'

export type Call = {
  signal: AbortSignal
  /** Reports progress to the caller. */
  onProgress(done: number, total: number | undefined, phase: string): void
}
export type Policy = (typeof PRESET_NAMES)[number]
/** Overrides of single reasons, whatever the policy is. */
export type Switches = { readonly [Effect in 'allow' | 'caution' | 'refuse']?: readonly ReasonCode[] | undefined }

export type Purpose = { policy: Policy; switches: Switches }

export const JOB_KINDS = ['list', 'csv'] as const
type JobKind = (typeof JOB_KINDS)[number]

/** `unknown`: could not be validated, which is not the same as unsafe. */
export type Tier = Insight['tier'] | 'unknown'
/** `tiers` has one entry for each of `items`. */
export type TieredResults = JobResults & { tiers: readonly { tier: Tier; reason: string }[] }

export const CLEAN_STATUSES = ['safe', 'risky', 'unsafe', 'unknown', 'blank'] as const
type CleanStatus = (typeof CLEAN_STATUSES)[number]

/** Cleans a list on this machine into a new file on this machine. */
export type CleanCsv = {
  input: string
  output: string
  columns: string[]
  sheet: string | undefined
  policy: Policy
  switches: Switches
  checkDomain: boolean
  dedupe: boolean
  only: CleanStatus[]
}

export type Cleaned = {
  output: string
  credits: number
  rows: number
  written: number
  counts: Record<CleanStatus, number>
  reasons: { status: CleanStatus; reason: string; meaning: string; count: number }[]
  duplicates: number
  columns: string[]
  job_ids: string[] | null
}

export type Service = {
  /** Refuses a malformed address with `invalid_email`, at no cost. */
  validate(
    question: { email: string; policy: Policy; switches: Switches; checkDomain: boolean },
    call: Call,
  ): Promise<{ insight: Insight; credits: number }>
  submitList(
    list: { emails: string[]; checkDomain: boolean; idempotencyKey: string | undefined },
    call: Call,
  ): Promise<Job>
  /** By the id of a list or of a CSV. The rows of a list come with their tiers for the purpose. */
  readJob(id: string, paging: Paging, purpose: Purpose, call: Call): Promise<TieredResults | GroupDetail>
  /** Newest first. */
  listJobs(kind: JobKind, paging: Paging, call: Call): Promise<JobList | GroupList>
  linkToFile(id: string, call: Call): Promise<Download>
  reportDomain(domain: string, call: Call): Promise<DomainReport>
  /** Knowledge from bounces, deliveries and the suppression list; unknown addresses are left out. */
  lookUpMailboxes(emails: readonly string[], call: Call): Promise<KnownMailbox[]>
  searchContacts(query: ContactSearch, call: Call): Promise<ContactPage>
  updateContact(id: string, contact: UpdateContactBody, call: Call): Promise<Contact>
  readUsage(range: UsageQuery, call: Call): Promise<UsageReport>
  cleanCsv(task: CleanCsv, call: Call): Promise<Cleaned>
  /** The description of the HTTP API, as JSON text. */
  readOpenApi(call: Pick<Call, 'signal'>): Promise<string>
}

export type RefusalOptions = {
  errors?: readonly FieldProblem[] | undefined
  retryAfterSeconds?: number | undefined
}

/** A refused call, worded for the caller. `local` marks refusals of this machine. */
export class Refusal extends Error {
  readonly code: ErrorCode | 'local'
  readonly options: RefusalOptions

  constructor(code: ErrorCode | 'local', message: string, options: RefusalOptions = {}) {
    super(message)
    this.code = code
    this.options = options
  }
}
