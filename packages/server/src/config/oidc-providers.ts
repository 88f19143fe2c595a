// OIDC_PROVIDERS: identity providers as JSON, in the variable itself or in a file that it names.
import { readFileSync } from 'node:fs'
import type { Role } from '@mailsift/contract'
import { isLoopback } from '../platform/listening.ts'

/** Owners are made by owners, so no group makes one. */
export type GroupRole = Exclude<Role, 'owner'>

export type OidcProvider = {
  /** Part of the redirect URI. */
  readonly id: string
  /** Shown on the button "Continue with …". */
  readonly name: string
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  readonly scope: string
  /** The account that newcomers join: its id, or the address of its owner. Null: only people who are linked can sign in. */
  readonly account: string | null
  readonly groupsClaim: string
  readonly roles: Readonly<Record<string, GroupRole>>
  /** The role of people in none of the groups. Null: they are not admitted. */
  readonly defaultRole: GroupRole | null
  /** The administrators of the provider set its addresses, and people cannot: newcomers need no `email_verified`. */
  readonly managedAddresses: boolean
}

const KEYS = [
  ...['id', 'name', 'issuer', 'client_id', 'client_secret', 'client_secret_file', 'scope'],
  ...['account', 'groups_claim', 'roles', 'default_role', 'managed_addresses'],
]
const ROLES: readonly unknown[] = ['admin', 'member', 'viewer'] satisfies GroupRole[]
/** Issuers of Microsoft that stand for every tenant: any of their customers could sign in. */
const EVERY_TENANT = /^https:\/\/login\.microsoftonline\.com\/(?:common|organizations|consumers)(?:\/|$)/

export function oidcProviders(value: string): readonly OidcProvider[] {
  const text = value.trimStart().startsWith('[') ? value : readFile(value, 'the file')
  const entries = parse(text)
  if (!Array.isArray(entries) || entries.length === 0) throw new Error('must be a JSON array of providers')
  const providers = entries.map((entry, index) => readProvider(entry, `entry ${index + 1}`))
  for (const { id } of providers)
    if (providers.filter((other) => other.id === id).length > 1) throw new Error(`has two providers with the id ${id}`)
  return providers
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Error('must be JSON, or the path of a JSON file')
  }
}

function readProvider(entry: unknown, where: string): OidcProvider {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry))
    throw new Error(`${where}: must be an object`)
  const fields = entry as Record<string, unknown>
  const unknown = Object.keys(fields).find((key) => !KEYS.includes(key))
  if (unknown !== undefined) throw new Error(`${where}: ${unknown} is not a field of a provider`)
  const id = readText(fields, 'id', where)
  if (!/^[a-z0-9][a-z0-9-]{0,31}$/.test(id))
    throw new Error(`${where}: id must be up to 32 lower-case letters, digits and hyphens, such as keycloak`)
  return {
    id,
    name: readText(fields, 'name', id),
    issuer: readIssuer(readText(fields, 'issuer', id), id),
    clientId: readText(fields, 'client_id', id),
    clientSecret: readSecret(fields, id),
    scope: readScope(fields, id),
    account: readOptionalText(fields, 'account', id) ?? null,
    groupsClaim: readOptionalText(fields, 'groups_claim', id) ?? 'groups',
    ...readRoles(fields, id),
    managedAddresses: readFlag(fields, 'managed_addresses', id),
  }
}

function readText(fields: Record<string, unknown>, key: string, where: string): string {
  const value = readOptionalText(fields, key, where)
  if (value === undefined) throw new Error(`${where}: ${key} is missing`)
  return value
}

function readOptionalText(fields: Record<string, unknown>, key: string, where: string): string | undefined {
  const value = fields[key]
  if (value === undefined) return undefined
  if (typeof value !== 'string' || value.trim() === '') throw new Error(`${where}: ${key} must be text`)
  return value
}

function readFlag(fields: Record<string, unknown>, key: string, where: string): boolean {
  const value = fields[key] ?? false
  if (typeof value !== 'boolean') throw new Error(`${where}: ${key} must be true or false`)
  return value
}

/** Tokens and the client secret travel to it, so that only this machine is reached without TLS. */
function readIssuer(issuer: string, where: string): string {
  const url = URL.parse(issuer)
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname))
  if (!url || !isSafe || url.search || url.hash || url.username)
    throw new Error(`${where}: issuer must be a URL that starts with https:// and has no query`)
  if (EVERY_TENANT.test(issuer))
    throw new Error(
      `${where}: issuer must name your tenant, as in https://login.microsoftonline.com/TENANT-ID/v2.0: this one admits people of all tenants`,
    )
  return issuer
}

function readSecret(fields: Record<string, unknown>, where: string): string {
  const own = readOptionalText(fields, 'client_secret', where)
  const file = readOptionalText(fields, 'client_secret_file', where)
  if ((own === undefined) === (file === undefined))
    throw new Error(`${where}: needs either client_secret or client_secret_file`)
  const secret = own ?? readFile(file!, `${where}: client_secret_file`).trim()
  if (secret === '') throw new Error(`${where}: client_secret_file is empty`)
  return secret
}

function readScope(fields: Record<string, unknown>, where: string): string {
  const scope = readOptionalText(fields, 'scope', where) ?? 'openid email profile'
  if (!scope.split(' ').includes('openid')) throw new Error(`${where}: scope must contain openid`)
  return scope
}

function readRoles(
  { account, roles = {}, default_role }: Record<string, unknown>,
  where: string,
): Pick<OidcProvider, 'roles' | 'defaultRole'> {
  const isMap = typeof roles === 'object' && roles !== null && !Array.isArray(roles)
  if (!isMap || !Object.values(roles).every((role) => ROLES.includes(role)))
    throw new Error(`${where}: roles must map groups to admin, member or viewer`)
  if (default_role !== undefined && default_role !== null && !ROLES.includes(default_role))
    throw new Error(`${where}: default_role must be admin, member, viewer or null`)
  const hasGroups = Object.keys(roles).length > 0
  if (account === undefined && (hasGroups || default_role !== undefined))
    throw new Error(`${where}: roles and default_role need account, the account that people join`)
  if (account !== undefined && !hasGroups && default_role === null)
    throw new Error(`${where}: no one could join the account; set roles or default_role`)
  // Where groups decide, people in none of them stay outside unless the operator says otherwise.
  const defaultRole = default_role === undefined ? (hasGroups ? null : 'member') : default_role
  return { roles: roles as Record<string, GroupRole>, defaultRole: defaultRole as GroupRole | null }
}

function readFile(path: string, what: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new Error(`${what} cannot be read (${(error as NodeJS.ErrnoException).code})`)
  }
}
