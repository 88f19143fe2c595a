// The whole installation, for its operators: pages of the service use it with the person's session.
import type {
  InstallationAuditTrail,
  InstallationStatus,
  OperatedAccountDetail,
  OperatedAccountList,
  QuarantinedTaskList,
} from '@mailsift/contract'
import type { PageOptions } from './bulk.ts'
import { type CallOptions, type Connection, send } from './connection.ts'

/** `not_found` for everyone who is not an operator. */
export type Operator = {
  status(options?: CallOptions): Promise<InstallationStatus>
  accounts(options?: PageOptions & { search?: string | undefined }): Promise<OperatedAccountList>
  account(accountId: string, options?: CallOptions): Promise<OperatedAccountDetail>
  tasks(options?: CallOptions): Promise<QuarantinedTaskList>
  retryTask(taskId: number, options?: CallOptions): Promise<void>
  discardTask(taskId: number, options?: CallOptions): Promise<void>
  audit(options?: PageOptions): Promise<InstallationAuditTrail>
}

export function operator(connection: Connection): Operator {
  const path = (rest: string) => `/operator${rest}`
  return {
    status: ({ signal } = {}) => send(connection, { path: path('/status'), signal }),
    accounts: ({ page, take, search, signal } = {}) =>
      send(connection, { path: path('/accounts'), query: { page, take, search: search || undefined }, signal }),
    account: (id, { signal } = {}) => send(connection, { path: path(`/accounts/${encodeURIComponent(id)}`), signal }),
    tasks: ({ signal } = {}) => send(connection, { path: path('/tasks'), signal }),
    retryTask: (id, { signal } = {}) => send(connection, { method: 'POST', path: path(`/tasks/${id}/retry`), signal }),
    discardTask: (id, { signal } = {}) => send(connection, { method: 'DELETE', path: path(`/tasks/${id}`), signal }),
    audit: ({ page, take, signal } = {}) => send(connection, { path: path('/audit'), query: { page, take }, signal }),
  }
}
