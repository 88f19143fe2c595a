// The account of a person who has signed in: for pages of the service, which have its session (`credentials: 'cookie'`).
import type {
  ApiTokenList,
  BackupCodes,
  ChangePasswordBody,
  Configuration,
  ContactPage,
  ContactSearch,
  IssuedToken,
  IssueTokenBody,
  SecondFactorSetup,
  SessionList,
  SessionView,
  SignedIn,
  SignInBody,
  Submission,
  SubmissionList,
} from '@mailsift/contract'
import type { PageOptions } from './bulk.ts'
import { type Call, type CallOptions, type Connection, send } from './connection.ts'

export type Account = {
  /** Who is signed in; throws an ApiError with the code `unauthenticated` when no one is. */
  session(options?: CallOptions): Promise<SessionView>
  signIn(credentials: SignInBody): Promise<SignedIn>
  /** By a link of the administration: `secret` is what stands behind the # of the link. */
  signInByLink(secret: string): Promise<SignedIn>
  signOut(): Promise<void>
  changePassword(passwords: ChangePasswordBody): Promise<void>
  /** By a link of the administration. */
  resetPassword(secret: string, newPassword: string): Promise<void>
  /** What the installation runs with; `not_found` for all but its owner. */
  configuration(options?: CallOptions): Promise<Configuration>
  /** Files and lists with their names, newest first. */
  submissions: {
    list(options?: PageOptions): Promise<SubmissionList>
    get(submissionId: string, options?: CallOptions): Promise<Submission>
  }
  contacts: {
    /** By name, address or domain; follow `next_cursor`. */
    search(query: Partial<ContactSearch>, options?: CallOptions): Promise<ContactPage>
    /** With `suppress`, the address never becomes a contact again. */
    delete(contactId: string, suppress: boolean): Promise<void>
  }
  sessions: {
    list(options?: CallOptions): Promise<SessionList>
    end(sessionId: string): Promise<void>
    /** Ends the session that asks, too. */
    endAll(): Promise<void>
  }
  secondFactor: {
    setUp(password: string): Promise<SecondFactorSetup>
    confirm(code: string): Promise<SignedIn>
    disable(password: string): Promise<SignedIn>
    makeBackupCodes(password: string): Promise<BackupCodes>
  }
  tokens: {
    list(options?: CallOptions): Promise<ApiTokenList>
    issue(token: IssueTokenBody): Promise<IssuedToken>
    revoke(tokenId: string): Promise<void>
  }
}

/** What must not happen twice is not sent twice: a link or a code works once, and a lost answer would look like a wrong one. */
const ONCE = { maxRetries: 0 }

export function account(connection: Connection): Account {
  const ask = <Answer>(path: string, options: CallOptions = {}) =>
    send<Answer>(connection, { path: `/account${path}`, ...options })
  const change = <Answer = void>(method: Call['method'] & string, path: string, body?: unknown) =>
    send<Answer>({ ...connection, ...ONCE }, { method, path: `/account${path}`, body })
  const byId = (path: string, id: string) => `${path}/${encodeURIComponent(id)}`

  return {
    session: (options) => ask('/session', options),
    signIn: (credentials) => change('POST', '/sign-in', credentials),
    signInByLink: (secret) => change('POST', '/sign-in-link', { secret }),
    signOut: () => change('POST', '/sign-out'),
    changePassword: (passwords) => change('POST', '/password', passwords),
    resetPassword: (secret, new_password) => change('POST', '/password-reset', { secret, new_password }),
    configuration: (options) => ask('/configuration', options),
    submissions: {
      list: ({ page, take, signal } = {}) =>
        send(connection, { path: '/account/submissions', query: { page, take }, signal }),
      get: (submissionId, options) => ask(byId('/submissions', submissionId), options),
    },
    contacts: {
      search: (query, options) => send(connection, { path: '/account/contacts', query, ...options }),
      delete: (contactId, suppress) =>
        change('DELETE', `${byId('/contacts', contactId)}${suppress ? '?suppress=1' : ''}`),
    },
    sessions: {
      list: (options) => ask('/sessions', options),
      end: (sessionId) => change('DELETE', byId('/sessions', sessionId)),
      endAll: () => change('DELETE', '/sessions'),
    },
    secondFactor: {
      setUp: (password) => change('POST', '/second-factor', { password }),
      confirm: (code) => change('POST', '/second-factor/confirm', { code }),
      disable: (password) => change('POST', '/second-factor/disable', { password }),
      makeBackupCodes: (password) => change('POST', '/second-factor/backup-codes', { password }),
    },
    tokens: {
      list: (options) => ask('/tokens', options),
      issue: (token) => change('POST', '/tokens', token),
      revoke: (tokenId) => change('DELETE', byId('/tokens', tokenId)),
    },
  }
}
