// The tools of an assistant: the functions behind the routes, for one caller and with the same demands on it.
import { type Insight, type JobResults, parseContactId } from '@mailsift/contract'
import { Refusal, type Service, withTiers } from '@mailsift/mcp'
import { type Access, type Caller, refusalOf } from '../access/caller.ts'
import { type PlanCache, requireFeature } from '../accounts/plans/plans.ts'
import {
  linkToCsv,
  listGroups,
  listJobs,
  OWNER,
  readGroup,
  readResults,
  type ShortLists,
  type Storage,
  SUBMITTER,
  submitList,
  toJob,
} from '../bulk/bulk.ts'
import { type EditDeps, editContact, READ_CONTACTS, searchContacts, WRITE_CONTACTS } from '../contacts/contacts.ts'
import { REPORT_READER, type ReportDeps, reportDomain } from '../domains/domains.ts'
import { lookUpMailboxes, MAILBOX_READER } from '../mailboxes/mailboxes.ts'
import type { BlobStore } from '../platform/blobs/blobs.ts'
import { AppError, toAppError } from '../platform/http/problem.ts'
import { readRules } from '../rules/rules.ts'
import { ANY_CALLER, type Quotas, readUsage } from '../usage/usage.ts'
import { composeInsight, createValidateOne, type InsightDeps, SUBSCRIBED_CALLER } from '../validation/validation.ts'

export type ServiceDeps = InsightDeps &
  EditDeps &
  ReportDeps & {
    blobs: BlobStore
    /** Ends in /v1. */
    baseUrl: string
    bulkAdmission: boolean
    storage: Storage
    quotas?: Quotas | undefined
    plans?: PlanCache | undefined
    shortLists?: ShortLists
    readOpenApi(): Promise<string>
  }

type Demand = Exclude<Access, 'public'>

/** The access that the route of each function demands. */
const DEMANDS: { [Name in keyof Service]?: Demand } = {
  validate: SUBSCRIBED_CALLER,
  submitList: SUBMITTER,
  readJob: OWNER,
  listJobs: OWNER,
  linkToFile: OWNER,
  reportDomain: REPORT_READER,
  lookUpMailboxes: MAILBOX_READER,
  searchContacts: READ_CONTACTS,
  updateContact: WRITE_CONTACTS,
  readUsage: ANY_CALLER,
}

export function createServices(deps: ServiceDeps) {
  const validateOne = createValidateOne(deps)

  /** The tools that the caller may use, and the refusals for the rest. */
  return (caller: Caller): { service: Partial<Service>; refusals: AppError[] } => {
    const { accountId } = caller
    const service: Partial<Service> = {
      async validate({ email, policy, switches, checkDomain }, { signal }) {
        signal.throwIfAborted()
        const known = await deps.readKnown(accountId, email)
        const { lists } = await readRules(deps, accountId, { email, policy })
        const compose = composeInsight(deps.engine, { preset: policy, ...switches, lists }, known)
        const text = await validateOne(accountId, email, checkDomain, { compose })
        return { insight: JSON.parse(text) as Insight, credits: 1 }
      },
      async submitList({ emails, checkDomain, idempotencyKey }) {
        const body = { emails, validate_domain: checkDomain ? 1 : 0 } as const
        return toJob((await submitList(deps, accountId, body, idempotencyKey)).row)
      },
      async readJob(id, paging, purpose) {
        try {
          const results = JSON.parse(await readResults(deps, accountId, id, paging)) as JobResults
          return withTiers(deps.engine, results, purpose)
        } catch (error) {
          if (!(error instanceof AppError) || error.code !== 'not_found') throw error
          return readGroup(deps, accountId, id)
        }
      },
      listJobs: (kind, paging) => (kind === 'csv' ? listGroups : listJobs)(deps, accountId, paging),
      linkToFile: (id) => linkToCsv(deps, accountId, id.toLowerCase()),
      reportDomain: (domain) => reportDomain(deps, accountId, domain),
      lookUpMailboxes: (emails) => lookUpMailboxes(deps, accountId, emails),
      searchContacts: (query) => searchContacts(deps.db, accountId, query),
      async updateContact(id, contact) {
        if (deps.plans) requireFeature(await deps.plans.of(accountId), 'contacts')
        const changed = await editContact(deps, accountId, parseContactId(id) ?? id, contact)
        if (!changed) throw new AppError('not_found', 'The contact does not exist.')
        return changed
      },
      readUsage: (range) => readUsage(deps, accountId, range),
      readOpenApi: deps.readOpenApi,
    }
    const refusals: AppError[] = []
    for (const [name, demand] of Object.entries(DEMANDS) as [keyof Service, Demand][]) {
      const refusal = refusalOf(caller, demand)
      if (!refusal) continue
      refusals.push(refusal)
      delete service[name]
    }
    return {
      service: Object.fromEntries(Object.entries(service).map(([name, work]) => [name, telling(work)])),
      refusals,
    }
  }
}

type Work = (...args: never[]) => Promise<unknown>

/** Errors for the caller become refusals; internal errors pass through. */
function telling(work: Work): Work {
  return async (...args) => {
    try {
      return await work(...args)
    } catch (error) {
      const known = toAppError(error)
      throw known.code === 'internal' ? error : new Refusal(known.code, known.message, known.options)
    }
  }
}
