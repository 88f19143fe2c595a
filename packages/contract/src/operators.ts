import { type Static, Type } from 'typebox'
import { Subscription } from './accounts.ts'
import { AuditEvent } from './audit.ts'
import { Uuid, UuidInput } from './ids.ts'
import { Member } from './members.ts'
import { type Paging, PagingQuery, pageOf } from './paging.ts'
import { count, dateTime, emailAddress, nullable, oneOf, strict } from './schema.ts'
import { AccountPlan, UsageReport } from './usage.ts'

const seconds = (description: string) => Type.Number({ minimum: 0, description })

export const TaskCount = strict({
  task: Type.String({ description: 'Kind of task.' }),
  state: oneOf(['waiting', 'scheduled', 'running', 'exhausted'], {
    description: 'Exhausted: its last attempt failed.',
  }),
  count: count(),
  oldest_seconds: seconds('Time since the oldest of them was due or started.'),
})
export type TaskCount = Static<typeof TaskCount>

export const DomainListState = strict({
  list: Type.String(),
  url: Type.String(),
  outcome: Type.String({ description: 'Outcome of the last download, such as fetched, unchanged or unreachable.' }),
  names: count('Domains in its last good version.'),
  kept: count('Domains in use, including those that the list contained in the last 180 days.'),
  fetched_at: nullable(dateTime('Date of the last good version.')),
  checked_at: dateTime('Date of the last download.'),
})
export type DomainListState = Static<typeof DomainListState>

export const InstallationStatus = strict({
  version: Type.String(),
  at: dateTime(),
  workers: count('Worker processes with a current heartbeat.'),
  accounts: count(),
  people: count(),
  tasks: Type.Array(TaskCount),
  tasks_quarantined: count(),
  unfinished_lists: count('Lists and files that are being validated, of all accounts.'),
  undelivered_events: count('Events of the outbox that were not yet delivered.'),
  domain_lists: Type.Array(DomainListState),
})
export type InstallationStatus = Static<typeof InstallationStatus>

export const OperatedAccount = strict({
  id: Uuid,
  name: nullable(Type.String({ description: 'Null if the account was not named.' })),
  email: emailAddress('Address of its first owner.'),
  created_at: dateTime(),
  plan: nullable(Type.String({ description: 'Null without a subscription.' })),
  active: Type.Boolean({ description: 'Whether the subscription is active.' }),
  members: count(),
  credits_this_month: count('Credits used since the first day of the month (UTC).'),
  last_used_on: nullable(Type.String({ format: 'date', description: 'Last day on which it used a credit.' })),
})
export type OperatedAccount = Static<typeof OperatedAccount>

export const OperatedAccountList = pageOf(OperatedAccount)
export type OperatedAccountList = Static<typeof OperatedAccountList>

export const OperatedAccountsQuery = Type.Unsafe<Paging & { search?: string }>({
  ...PagingQuery,
  properties: {
    ...(PagingQuery as unknown as { properties: object }).properties,
    search: Type.Optional(
      Type.String({ maxLength: 254, description: 'Part of the name, of the address of a member, or the id.' }),
    ),
  },
})

export const OperatedAccountParams = strict({ accountId: UuidInput })

const { you: _, ...memberFields } = Member.properties
export const OperatedAccountDetail = strict({
  account: OperatedAccount,
  subscription: nullable(Subscription),
  plan: AccountPlan,
  members: Type.Array(strict(memberFields)),
  usage: UsageReport,
  unfinished_lists: count('Lists and files that are being validated.'),
})
export type OperatedAccountDetail = Static<typeof OperatedAccountDetail>

export const QuarantinedTask = strict({
  id: Type.Integer(),
  task: Type.String({ description: 'Kind of task.' }),
  payload: Type.String({ description: 'The input of the task, as JSON.' }),
  interruptions: count('How often its process ended while it ran.'),
  reason: Type.String(),
  quarantined_at: dateTime(),
})
export type QuarantinedTask = Static<typeof QuarantinedTask>

export const QuarantinedTaskList = strict({ items: Type.Array(QuarantinedTask) })
export type QuarantinedTaskList = Static<typeof QuarantinedTaskList>

export const QuarantinedTaskParams = strict({
  taskId: Type.String({ pattern: '^[1-9][0-9]{0,8}$', description: 'Number of the task.' }),
})

export const InstallationEvent = strict({
  event: AuditEvent,
  account_id: nullable(Type.String({ format: 'uuid' })),
  email: nullable(Type.String({ description: 'Address of the account, if it still exists.' })),
})
export type InstallationEvent = Static<typeof InstallationEvent>

export const InstallationAuditTrail = pageOf(InstallationEvent)
export type InstallationAuditTrail = Static<typeof InstallationAuditTrail>
