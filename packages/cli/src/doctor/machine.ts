// Checks what the service needs from its machine, if it runs in this clone, with the service's settings.
import { Resolver } from 'node:dns/promises'
import { statfs } from 'node:fs/promises'
import type { Finding } from './finding.ts'

/** A domain that certainly accepts mail. */
const CANARY = 'gmail.com'
/** RFC 6761: never exists. A resolver that resolves it resolves every name. */
const MISSING = 'mailsift-canary.invalid'
const REGISTRY_CANARY = 'https://rdap.verisign.com/com/v1/domain/example.com'
const TIMEOUT_MS = 5_000
const ENOUGH_BYTES = 2 * 2 ** 30
const LEAST_BYTES = 200 * 2 ** 20

type Env = NodeJS.ProcessEnv

export async function checkDns({ DNS_SERVERS }: Env): Promise<Finding> {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: 1 })
  const servers = (DNS_SERVERS ?? '').split(/[\s,]+/).filter(Boolean)
  if (servers.length > 0) resolver.setServers(servers)
  const dns = `name server ${resolver.getServers().join(', ')}`
  const [found, missing] = await Promise.all([codeOf(resolver.resolveMx(CANARY)), codeOf(resolver.resolveMx(MISSING))])
  if (found !== undefined)
    return {
      check: 'dns (this machine)',
      state: 'odd',
      detail: `${dns} cannot find the mail servers of ${CANARY} (${found}), so domain checks fail`,
    }
  if (missing === undefined)
    return {
      check: 'dns (this machine)',
      state: 'odd',
      detail: `${dns} resolves names that do not exist, so dead domains look alive`,
    }
  return { check: 'dns (this machine)', state: 'good', detail: `${dns} works` }
}

/** Undefined on success. */
async function codeOf(answer: Promise<unknown>): Promise<string | undefined> {
  return answer.then(
    () => undefined,
    (error: NodeJS.ErrnoException) => error.code ?? error.message,
  )
}

export async function checkRegistry({ REGISTRY_LOOKUPS }: Env, url = REGISTRY_CANARY): Promise<Finding> {
  if (REGISTRY_LOOKUPS === 'off')
    return { check: 'registry', state: 'good', detail: 'turned off (REGISTRY_LOOKUPS=off)' }
  const { host } = new URL(url)
  try {
    const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) })
    const body: unknown = await response.json()
    const isDomain = response.ok && (body as { objectClassName?: string }).objectClassName === 'domain'
    if (isDomain) return { check: 'registry', state: 'good', detail: `${host} is reachable` }
    return {
      check: 'registry',
      state: 'odd',
      detail: `${host} returned ${response.status}. Check for a proxy in between`,
    }
  } catch (error) {
    const { message } = ((error as Error).cause ?? error) as Error
    return {
      check: 'registry',
      state: 'odd',
      detail: `cannot reach ${host} (${message}), so only DNS is checked`,
    }
  }
}

export async function checkDisk(folder: string): Promise<Finding> {
  try {
    const { bavail, bsize } = await statfs(folder)
    const free = bavail * bsize
    const detail = `${sizeOf(free)} free for ${folder}`
    if (free < LEAST_BYTES)
      return { check: 'disk', state: 'bad', detail: `${detail}. Free up space before the database stops` }
    return { check: 'disk', state: free < ENOUGH_BYTES ? 'odd' : 'good', detail }
  } catch (error) {
    return { check: 'disk', state: 'odd', detail: `cannot check ${folder}: ${(error as Error).message}` }
  }
}

function sizeOf(bytes: number): string {
  return bytes >= 2 ** 30 ? `${(bytes / 2 ** 30).toFixed(1)} GiB` : `${Math.round(bytes / 2 ** 20)} MiB`
}
