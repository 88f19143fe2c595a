// The only reader of the environment. Every setting has a working default; all problems are reported at once.
import { resolve } from 'node:path'
import type { DnsClientOptions } from '../platform/dns/client.ts'
import { StartupError } from '../platform/fatal.ts'
import type { Setting } from './setting.ts'
import { SETTINGS } from './settings.ts'

export type { GroupRole, OidcProvider } from './oidc-providers.ts'

type Settings = typeof SETTINGS
export type Config = Readonly<{ [Key in keyof Settings]: Settings[Key] extends Setting<infer T> ? T : never }>

/** Reads all settings, or fails with one line for each that is wrong. */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const problems: string[] = []
  const values: Record<string, unknown> = {}
  for (const [key, { name, parse, fallback }] of Object.entries(SETTINGS) as [string, Setting<unknown>][]) {
    const given = environment[name]
    try {
      values[key] = given === undefined || given === '' ? fallback : parse(given)
    } catch (error) {
      problems.push(`${name} ${(error as Error).message}`)
    }
  }
  const config = values as Config
  if (config.role === 'api' || config.role === 'worker') {
    if (!environment.DATABASE_URL)
      problems.push(`ROLE=${config.role} requires DATABASE_URL (ROLE=all includes a database)`)
    if (!environment.SECRET)
      problems.push(`ROLE=${config.role} requires SECRET, the same on every node (ROLE=all generates one)`)
  }
  if (config.probe) {
    const missing = ['PROBE_HELO', 'PROBE_SENDER', 'PROBE_ADDRESS'].filter((name) => !environment[name])
    if (missing.length > 0) problems.push(`PROBE=on requires ${missing.join(' and ')} (docs/guides/probe.md)`)
  }
  if (config.cdnUrl && (!config.cdnKeyPairId || !config.cdnPrivateKey))
    problems.push('CDN_URL requires CDN_KEY_PAIR_ID and CDN_PRIVATE_KEY')
  if (config.smtpUrl && !config.mailFrom)
    problems.push('SMTP_URL requires MAIL_FROM, the address that emails are sent from')
  // The redirect URI is registered with the provider, so it must not follow HOST and PORT.
  if (config.oidcProviders?.length && !config.baseUrl)
    problems.push('OIDC_PROVIDERS requires BASE_URL, the public URL of the API')
  if (config.stripeSecretKey && !config.stripeWebhookSecret)
    problems.push('STRIPE_SECRET_KEY requires STRIPE_WEBHOOK_SECRET')
  if ((config.signUp === 'open' || config.signUp === 'domain') && !config.smtpUrl)
    problems.push(`SIGN_UP=${config.signUp} requires SMTP_URL and MAIL_FROM, because addresses are confirmed by email`)
  if (config.signUp === 'domain' && config.signUpDomains?.length === 0)
    problems.push('SIGN_UP=domain requires SIGN_UP_DOMAINS')
  if (problems.length) throw new StartupError(`Invalid settings: ${problems.join('; ')}.`)
  return Object.freeze({
    ...config,
    dataDir: resolve(config.dataDir),
    baseUrl: config.baseUrl || `http://${urlHost(config.host)}:${config.port}/v1`,
  })
}

/** Tells the processes of ROLE=all which of their settings the supervisor set, not the operator. */
export const GENERATED_SETTINGS = 'MAILSIFT_GENERATED_SETTINGS'

export const readGenerated = (environment: NodeJS.ProcessEnv): string[] =>
  (environment[GENERATED_SETTINGS] ?? '').split(',').filter(Boolean)

/** Also where other settings are wrong, which has to be said in some form. */
export function readLogFormat(environment: NodeJS.ProcessEnv): Config['logFormat'] {
  const { name, parse, fallback } = SETTINGS.logFormat
  try {
    return parse(environment[name] ?? '')
  } catch {
    return fallback
  }
}

function urlHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

/** The address without the version segment: pages and account routes live beside /v1. */
export function publicOrigin({ baseUrl }: Pick<Config, 'baseUrl'>): string {
  return baseUrl.slice(0, -'/v1'.length)
}

export function dnsOptionsOf(config: Config): DnsClientOptions {
  return {
    servers: config.dnsServers,
    fallbackServers: config.dnsFallbackServers,
    timeoutMs: config.dnsTimeoutMs,
    tries: config.dnsTries,
    budgetMs: config.lookupBudgetMs,
  }
}

/** The User-Agent of outgoing requests. Registries and Wikidata ask for a contact in it. */
export function userAgentOf({ operatorContact }: Pick<Config, 'operatorContact'>): string {
  return `Mailsift/1${operatorContact ? ` (+${operatorContact})` : ''}`
}
