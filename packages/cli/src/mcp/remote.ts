// The tools with a service over HTTP.
import type { GroupList, JobList } from '@mailsift/contract'
import { Refusal, type Service, withTiers } from '@mailsift/mcp'
import { isApiError, type Mailsift } from '@mailsift/sdk'
import { loadLocalEngine } from '../local-engine.ts'
import { refusing } from './refusing.ts'

export function remoteService(
  mailsift: Mailsift,
  { server, token }: { server: string; token: string },
): Partial<Service> {
  const reading: Partial<Service> = {
    validate: ({ email, policy, switches, checkDomain }, { signal }) =>
      refusing(async () => ({
        insight: await mailsift.insight(email, { policy, ...switches, validateDomain: checkDomain, signal }),
        credits: 1,
      })),
    readJob: (id, { page, take }, purpose, { signal }) =>
      refusing(async () => {
        try {
          const results = await mailsift.bulk.get(id, { page, take, signal })
          return withTiers(await loadLocalEngine(), results, purpose)
        } catch (error) {
          if (!isApiError(error, 'not_found')) throw error
          return mailsift.groups.get(id, { signal })
        }
      }),
    listJobs: (kind, { page, take }, { signal }) =>
      refusing<JobList | GroupList>(() =>
        kind === 'csv'
          ? mailsift.groups.list({ take, signal }).page(page)
          : mailsift.bulk.list({ take, signal }).page(page),
      ),
    linkToFile: (id, { signal }) => refusing(() => mailsift.bulk.link(id, { signal })),
    reportDomain: (domain, { signal }) => refusing(() => mailsift.domain(domain, { signal })),
    lookUpMailboxes: (emails, { signal }) => refusing(() => mailsift.bounces.lookUp(emails, { signal })),
    searchContacts: ({ cursor, ...query }, { signal }) =>
      refusing(() => mailsift.contacts.search({ ...query, signal }).page(cursor)),
    readUsage: (range, { signal }) => refusing(() => mailsift.usage({ ...range, signal })),
    async readOpenApi({ signal }) {
      const answer = await fetch(`${server}/openapi.json`, { signal, redirect: 'error' }).catch(() => undefined)
      if (!answer?.ok) throw new Refusal('local', 'The service does not respond. Run `mailsift doctor` for details.')
      return answer.text()
    },
  }
  if (isReadToken(token)) return reading
  return {
    ...reading,
    submitList: ({ emails, checkDomain, idempotencyKey }, { signal }) =>
      refusing(() => mailsift.bulk.submit(emails, { validateDomain: checkDomain, idempotencyKey, signal })),
    updateContact: (id, contact, { signal }) => refusing(() => mailsift.contacts.update(id, contact, { signal })),
  }
}

/** A token's prefix shows its permission. */
export const isReadToken = (token: string) => token.startsWith('ms_r_')
