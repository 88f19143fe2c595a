// The account of a signed-in person: for pages of the service, which have the session (`credentials: 'cookie'`).
import type {
  AddedListEntries,
  AddListEntriesBody,
  AddToListBody,
  ApiTokenList,
  AuditTrail,
  BackupCodes,
  BeginLinkBody,
  BeginPasskeyBody,
  BeginSingleSignOnBody,
  BillingLink,
  ChangeListBody,
  ChangePasswordBody,
  Configuration,
  ConfirmSignUpBody,
  ContactSaving,
  CreateListBody,
  FinishSingleSignOnBody,
  IdentityList,
  InvitationList,
  InviteBody,
  IssuedToken,
  IssueTokenBody,
  JoinBody,
  ListDetail,
  ListEntries,
  ListProbe,
  LookupStatus,
  MadeInvitation,
  MakeSiteKeyBody,
  MemberList,
  MemberResetLink,
  Notifications,
  OpenInvitation,
  Passkey,
  PasskeyAssertion,
  PasskeyChallenge,
  PasskeyCreation,
  PasskeyList,
  PendingSignUp,
  ProofChallenge,
  Redirect,
  RegisterPasskeyBody,
  Role,
  RollOverTokenBody,
  SavedPolicy,
  SavedPolicyList,
  SavePolicyBody,
  SecondFactorSetup,
  SessionList,
  SessionView,
  SignedIn,
  SignedOut,
  SignInBody,
  SignInOptions,
  SignUpBody,
  SignUpOptions,
  SiteKey,
  SiteKeyList,
  Submission,
  SubmissionList,
  SubmittedLists,
} from '@mailsift/contract'
import type { PageOptions } from './bulk.ts'
import { type Call, type CallOptions, type Connection, send } from './connection.ts'

export type Account = {
  /** The signed-in account; throws an ApiError with the code `unauthenticated` without a session. */
  session(options?: CallOptions): Promise<SessionView>
  signIn(credentials: SignInBody, options?: CallOptions): Promise<SignedIn>
  /** Signs in with a link from the administrator: `secret` is the part of the link after the #. */
  signInByLink(secret: string, options?: CallOptions): Promise<SignedIn>
  signOut(options?: CallOptions): Promise<void>
  /** The ways to sign in that the installation offers. */
  signInOptions(options?: CallOptions): Promise<SignInOptions>
  /** Sign-in at an identity provider. `ticket` is the part of the return address after `#sso=`. */
  singleSignOn: {
    begin(body: BeginSingleSignOnBody, options?: CallOptions): Promise<Redirect>
    finish(body: FinishSingleSignOnBody, options?: CallOptions): Promise<SignedIn>
    /** Ends the session here, and returns the page that ends it at the provider. */
    signOut(options?: CallOptions): Promise<SignedOut>
  }
  /** Identities of providers that the person signs in with. */
  identities: {
    list(options?: CallOptions): Promise<IdentityList>
    begin(body: BeginLinkBody, options?: CallOptions): Promise<Redirect>
    link(ticket: string, options?: CallOptions): Promise<void>
    unlink(identityId: string, options?: CallOptions): Promise<void>
  }
  changePassword(passwords: ChangePasswordBody, options?: CallOptions): Promise<void>
  /** Signs in with a link from the administrator. */
  resetPassword(secret: string, newPassword: string, options?: CallOptions): Promise<void>
  /** Confirms the address of the signed-in person. `secret` is the part of the emailed link after `#confirm=`. */
  address: {
    mailConfirmation(options?: CallOptions): Promise<void>
    confirm(secret: string, options?: CallOptions): Promise<void>
  }
  /** `secret` is the part of the link after `#sign-up=`. */
  signUp: {
    options(options?: CallOptions): Promise<SignUpOptions>
    challenge(options?: CallOptions): Promise<ProofChallenge>
    /** Sends a link that creates the account by email. */
    request(signUp: SignUpBody, options?: CallOptions): Promise<void>
    read(secret: string, options?: CallOptions): Promise<PendingSignUp>
    confirm(account: ConfirmSignUpBody, options?: CallOptions): Promise<SignedIn>
  }
  /** Sends a link to set a new password by email, if the person exists. */
  requestPasswordReset(email: string, options?: CallOptions): Promise<void>
  /** The notices that the person gets by email. */
  notifications: {
    get(options?: CallOptions): Promise<Notifications>
    set(notifications: Notifications, options?: CallOptions): Promise<Notifications>
  }
  /** For the owner of the installation. */
  sendTestMail(to: string | undefined, options?: CallOptions): Promise<void>
  /** The installation's settings; `not_found` for everyone except its owner. */
  configuration(options?: CallOptions): Promise<Configuration>
  /** Files and lists with their names, newest first. */
  submissions: {
    list(options?: PageOptions): Promise<SubmissionList>
    get(submissionId: string, options?: CallOptions): Promise<Submission>
  }
  /** Lists as shown to users, each with one or more submissions. */
  lists: {
    list(options?: PageOptions): Promise<SubmittedLists>
    get(listId: string, options?: CallOptions): Promise<ListDetail>
    /** The same id again returns the same list. */
    create(list: CreateListBody, options?: CallOptions): Promise<ListDetail>
    /** The same submission again changes nothing. */
    add(listId: string, submissionId: string, place: AddToListBody, options?: CallOptions): Promise<void>
    change(listId: string, change: ChangeListBody, options?: CallOptions): Promise<void>
    /** Running chunks finish and are billed; the rest is neither validated nor billed. */
    stop(listId: string, options?: CallOptions): Promise<void>
    /** The cost of probing the unknown mailboxes of a list, and the progress of the last request. */
    readProbe(listId: string, options?: CallOptions): Promise<ListProbe>
    /** Probes at most so many; has no effect while a request for this list runs. */
    probe(listId: string, probesMax: number, options?: CallOptions): Promise<ListProbe>
    /** A running list is stopped first. */
    delete(listId: string, options?: CallOptions): Promise<void>
  }
  /** Whether domains can be looked up now. */
  lookups(options?: CallOptions): Promise<LookupStatus>
  /** Whether safe addresses become contacts. */
  contactSaving: {
    get(options?: CallOptions): Promise<ContactSaving>
    set(save: boolean, options?: CallOptions): Promise<void>
  }
  sessions: {
    list(options?: CallOptions): Promise<SessionList>
    end(sessionId: string, options?: CallOptions): Promise<void>
    /** Also ends the session of the caller. */
    endAll(options?: CallOptions): Promise<void>
  }
  /** Passkeys of the person. `challenge` and `signIn` need no session. */
  passkeys: {
    challenge(options?: CallOptions): Promise<PasskeyChallenge>
    signIn(assertion: PasskeyAssertion, options?: CallOptions): Promise<SignedIn>
    list(options?: CallOptions): Promise<PasskeyList>
    begin(body: BeginPasskeyBody, options?: CallOptions): Promise<PasskeyCreation>
    add(passkey: RegisterPasskeyBody, options?: CallOptions): Promise<Passkey>
    rename(passkeyId: string, name: string, options?: CallOptions): Promise<void>
    remove(passkeyId: string, options?: CallOptions): Promise<void>
  }
  secondFactor: {
    setUp(password: string, options?: CallOptions): Promise<SecondFactorSetup>
    confirm(code: string, options?: CallOptions): Promise<SignedIn>
    disable(password: string, options?: CallOptions): Promise<SignedIn>
    makeBackupCodes(password: string, options?: CallOptions): Promise<BackupCodes>
    /** Whether all members of the account need it. API tokens keep working. */
    setRequired(required: boolean, options?: CallOptions): Promise<void>
  }
  tokens: {
    list(options?: CallOptions): Promise<ApiTokenList>
    issue(token: IssueTokenBody, options?: CallOptions): Promise<IssuedToken>
    /** A new token with the same rights; the old one ends after the overlap. */
    rollOver(tokenId: string, body?: RollOverTokenBody, options?: CallOptions): Promise<IssuedToken>
    revoke(tokenId: string, options?: CallOptions): Promise<void>
  }
  /** Pages of the payment provider, for owners. */
  billing: {
    checkout(plan: string, options?: CallOptions): Promise<BillingLink>
    portal(options?: CallOptions): Promise<BillingLink>
  }
  /** The events of the account, newest first. */
  audit(options?: PageOptions): Promise<AuditTrail>
  /** Changes the name of the account. */
  rename(name: string, options?: CallOptions): Promise<void>
  /** Switches the session to another account of the person. */
  switchTo(accountId: string, options?: CallOptions): Promise<void>
  members: {
    list(options?: CallOptions): Promise<MemberList>
    changeRole(personId: string, role: Role, options?: CallOptions): Promise<void>
    /** Also for a person who leaves. Tokens that they created stay valid unless they are revoked, too. */
    /** Returns the link, or null if it is sent to the member by email. */
    makeResetLink(personId: string, options?: CallOptions): Promise<MemberResetLink>
    remove(personId: string, options?: CallOptions & { revokeTokens?: boolean }): Promise<void>
  }
  /** Links that add one member once. `secret` is the part after `#invitation=`. */
  invitations: {
    list(options?: CallOptions): Promise<InvitationList>
    make(invitation: InviteBody, options?: CallOptions): Promise<MadeInvitation>
    revoke(invitationId: string, options?: CallOptions): Promise<void>
    read(secret: string, options?: CallOptions): Promise<OpenInvitation>
    /** For a person who has signed in. */
    accept(secret: string, options?: CallOptions): Promise<void>
    /** For a person who cannot sign in yet. */
    join(person: JoinBody, options?: CallOptions): Promise<SignedIn>
  }
  /** Saved policies; a token can use them, too. */
  policies: {
    list(options?: CallOptions): Promise<SavedPolicyList>
    /** Creates the policy or replaces it. */
    save(name: string, policy: SavePolicyBody, options?: CallOptions): Promise<SavedPolicy>
    delete(name: string, options?: CallOptions): Promise<void>
  }
  /** The allow and deny rules; a token can use them, too. */
  listEntries: {
    list(options?: CallOptions): Promise<ListEntries>
    add(entries: AddListEntriesBody, options?: CallOptions): Promise<AddedListEntries>
    delete(entryId: string, options?: CallOptions): Promise<void>
  }
  /** Public keys for the guard of a web page. */
  siteKeys: {
    list(options?: CallOptions): Promise<SiteKeyList>
    make(siteKey: MakeSiteKeyBody, options?: CallOptions): Promise<SiteKey>
    revoke(siteKeyId: string, options?: CallOptions): Promise<void>
  }
}

type Method = Call['method'] & string

/**
 * Operations that must not happen twice are not retried: a link or a code works once, and a lost response would look
 * like an invalid one.
 */
const ONCE = { maxRetries: 0 }

export function account(connection: Connection): Account {
  const ask = <Answer>(path: string, options: CallOptions = {}) =>
    send<Answer>(connection, { path: `/account${path}`, ...options })
  const change = <Answer = void>(method: Method, path: string, options: CallOptions = {}, body?: unknown) =>
    send<Answer>({ ...connection, ...ONCE }, { method, path: `/account${path}`, body, signal: options.signal })
  const post = <Answer = void>(path: string, body: unknown, options?: CallOptions) =>
    change<Answer>('POST', path, options, body)
  /** An idempotent change. */
  const repeat = <Answer = void>(method: Method, path: string, body: unknown, options: CallOptions = {}) =>
    send<Answer>(connection, { method, path: `/account${path}`, body, signal: options.signal })
  const remove = (path: string, options?: CallOptions) => change('DELETE', path, options)
  const byId = (path: string, id: string) => `${path}/${encodeURIComponent(id)}`

  return {
    session: (options) => ask('/session', options),
    signIn: (credentials, options) => post('/sign-in', credentials, options),
    signInByLink: (secret, options) => post('/sign-in-link', { secret }, options),
    signOut: (options) => post('/sign-out', undefined, options),
    signInOptions: (options) => ask('/sign-in-options', options),
    singleSignOn: {
      begin: (body, options) => post('/single-sign-on/begin', body, options),
      finish: (body, options) => post('/single-sign-on', body, options),
      signOut: (options) => post('/single-sign-on/sign-out', undefined, options),
    },
    identities: {
      list: (options) => ask('/identities', options),
      begin: (body, options) => post('/identities/begin', body, options),
      link: (ticket, options) => post('/identities', { ticket }, options),
      unlink: (identityId, options) => remove(byId('/identities', identityId), options),
    },
    changePassword: (passwords, options) => post('/password', passwords, options),
    resetPassword: (secret, new_password, options) => post('/password-reset', { secret, new_password }, options),
    address: {
      mailConfirmation: (options) => post('/address/confirmation-mail', undefined, options),
      confirm: (secret, options) => post('/address/confirm', { secret }, options),
    },
    signUp: {
      options: (options) => ask('/sign-up', options),
      challenge: (options) => post('/sign-up/challenge', undefined, options),
      request: (signUp, options) => post('/sign-up', signUp, options),
      read: (secret, options) => post('/sign-up/read', { secret }, options),
      confirm: (account, options) => post('/sign-up/confirm', account, options),
    },
    requestPasswordReset: (email, options) => post('/password-reset-request', { email }, options),
    notifications: {
      get: (options) => ask('/notifications', options),
      set: (notifications, options) => change('PATCH', '/notifications', options, notifications),
    },
    sendTestMail: (to, options) => post('/test-mail', to === undefined ? {} : { to }, options),
    configuration: (options) => ask('/configuration', options),
    submissions: {
      list: ({ page, take, signal } = {}) =>
        send(connection, { path: '/account/submissions', query: { page, take }, signal }),
      get: (submissionId, options) => ask(byId('/submissions', submissionId), options),
    },
    lists: {
      list: ({ page, take, signal } = {}) =>
        send(connection, { path: '/account/lists', query: { page, take }, signal }),
      get: (listId, options) => ask(byId('/lists', listId), options),
      create: (list, options) => repeat('POST', '/lists', list, options),
      add: (listId, submissionId, place, options) =>
        repeat('PUT', byId(`${byId('/lists', listId)}/submissions`, submissionId), place, options),
      change: (listId, changes, options) => change('PATCH', byId('/lists', listId), options, changes),
      stop: (listId, options) => repeat('POST', `${byId('/lists', listId)}/stop`, undefined, options),
      readProbe: (listId, options) => ask(`${byId('/lists', listId)}/probe`, options),
      probe: (listId, probes_max, options) =>
        repeat('POST', `${byId('/lists', listId)}/probe`, { probes_max }, options),
      delete: (listId, options) => remove(byId('/lists', listId), options),
    },
    lookups: (options) => ask('/lookups', options),
    contactSaving: {
      get: (options) => ask('/contact-saving', options),
      set: (save, options) => repeat('PUT', '/contact-saving', { save }, options),
    },
    sessions: {
      list: (options) => ask('/sessions', options),
      end: (sessionId, options) => remove(byId('/sessions', sessionId), options),
      endAll: (options) => remove('/sessions', options),
    },
    passkeys: {
      challenge: (options) => post('/passkeys/challenge', undefined, options),
      signIn: (assertion, options) => post('/passkeys/sign-in', assertion, options),
      list: (options) => ask('/passkeys', options),
      begin: (body, options) => post('/passkeys/begin', body, options),
      add: (passkey, options) => post('/passkeys', passkey, options),
      rename: (passkeyId, name, options) => change('PATCH', byId('/passkeys', passkeyId), options, { name }),
      remove: (passkeyId, options) => remove(byId('/passkeys', passkeyId), options),
    },
    secondFactor: {
      setUp: (password, options) => post('/second-factor', { password }, options),
      confirm: (code, options) => post('/second-factor/confirm', { code }, options),
      disable: (password, options) => post('/second-factor/disable', { password }, options),
      makeBackupCodes: (password, options) => post('/second-factor/backup-codes', { password }, options),
      setRequired: (required, options) => change('PUT', '/second-factor/required', options, { required }),
    },
    tokens: {
      list: (options) => ask('/tokens', options),
      issue: (token, options) => post('/tokens', token, options),
      rollOver: (tokenId, body = {}, options) => post(`${byId('/tokens', tokenId)}/roll-over`, body, options),
      revoke: (tokenId, options) => remove(byId('/tokens', tokenId), options),
    },
    audit: ({ page, take, signal } = {}) => send(connection, { path: '/account/audit', query: { page, take }, signal }),
    rename: (name, options) => change('PATCH', '', options, { name }),
    switchTo: (account_id, options) => post('/switch', { account_id }, options),
    members: {
      list: (options) => ask('/members', options),
      changeRole: (personId, role, options) => change('PATCH', byId('/members', personId), options, { role }),
      makeResetLink: (personId, options) => post(`${byId('/members', personId)}/reset-link`, undefined, options),
      remove: (personId, { revokeTokens = false, ...options } = {}) =>
        remove(`${byId('/members', personId)}${revokeTokens ? '?revoke_tokens=1' : ''}`, options),
    },
    invitations: {
      list: (options) => ask('/invitations', options),
      make: (invitation, options) => post('/invitations', invitation, options),
      revoke: (invitationId, options) => remove(byId('/invitations', invitationId), options),
      read: (secret, options) => post('/invitations/read', { secret }, options),
      accept: (secret, options) => post('/invitations/accept', { secret }, options),
      join: (person, options) => post('/invitations/join', person, options),
    },
    policies: {
      list: (options) => ask('/policies', options),
      save: (name, policy, options) => change('PUT', byId('/policies', name), options, policy),
      delete: (name, options) => remove(byId('/policies', name), options),
    },
    listEntries: {
      list: (options) => ask('/list-entries', options),
      add: (entries, options) => post('/list-entries', entries, options),
      delete: (entryId, options) => remove(byId('/list-entries', entryId), options),
    },
    billing: {
      checkout: (plan, options) => post('/billing/checkout', { plan }, options),
      portal: (options) => post('/billing/portal', undefined, options),
    },
    siteKeys: {
      list: (options) => ask('/site-keys', options),
      make: (siteKey, options) => post('/site-keys', siteKey, options),
      revoke: (siteKeyId, options) => remove(byId('/site-keys', siteKeyId), options),
    },
  }
}
