// Checks everything that a call needs, step by step, and reports what is wrong.
import { styleText } from 'node:util'
import { ApiError } from '@mailsift/sdk'
import { defineCommand, JSON_OPTION } from '../command.ts'
import { asTyped, type Context, print } from '../context.ts'
import type { Finding } from '../doctor/finding.ts'
import { checkDisk, checkDns, checkRegistry } from '../doctor/machine.ts'
import { checkProxy } from '../doctor/proxy.ts'
import { EXIT, type ExitCode, readFailure } from '../exit.ts'
import { loadLocalEngine } from '../local-engine.ts'
import { findService, openClient, type Service } from '../service.ts'
import { version } from '../version.ts'

const REACH_TIMEOUT_MS = 5_000
/** The API version that this program supports (§9). */
const API_VERSION = '1'
/** A smaller skew does not matter: people read expiry times, and links are valid for minutes. */
const CLOCK_SKEW_MAX_SECONDS = 60

export const doctor = defineCommand({
  name: 'doctor',
  summary: 'Diagnose problems',
  description: `Checks the built-in engine, the server with its version and clock, the token, the subscription, and whether a proxy
accepts large uploads. If the service runs in this clone, it also checks DNS, registry lookups and disk space.`,
  options: { ...JSON_OPTION },
  examples: [{ line: 'doctor', does: 'Run all checks' }],

  async run(context, _values, { server, json }) {
    let exitCode: ExitCode = EXIT.ok
    for await (const finding of examine(context, await findService(context, { server }))) {
      if (finding.exitCode !== undefined && exitCode === EXIT.ok) exitCode = finding.exitCode
      await print(context, json ? `${JSON.stringify(finding)}\n` : describe(context, finding))
    }
    return exitCode
  },
})

async function* examine(context: Context, service: Service): AsyncGenerator<Finding, void> {
  yield await checkEngine()
  const reached = await reach(context, service)
  yield reached.finding
  const { dns, store, bucket } = reached.complaints ?? {}
  if (dns !== undefined) yield { check: 'dns (server)', state: 'bad', detail: dns, exitCode: EXIT.service }
  if (store !== undefined) yield { check: 'store', state: 'odd', detail: store }
  if (bucket !== undefined) yield { check: 'bucket', state: 'odd', detail: bucket }
  if (reached.response) {
    yield checkClock(reached.response)
    yield await checkVersion(context, service)
    yield await checkProxy(service.server)
  }
  yield await checkToken(context, service, reached.response !== undefined)
  if (service.dataFolder !== undefined) {
    yield await checkDns(context.env)
    yield await checkRegistry(context.env)
    yield await checkDisk(service.dataFolder)
  }
}

async function checkEngine(): Promise<Finding> {
  try {
    return { check: 'engine', state: 'good', detail: `data ${(await loadLocalEngine()).dataVersion}` }
  } catch (error) {
    return {
      check: 'engine',
      state: 'odd',
      detail: `--local and --explain are not available: ${(error as Error).message}`,
    }
  }
}

type Reached = {
  finding: Finding
  response?: Response
  complaints?: Complaints
}

/** The service's warnings about its resolvers, its object store, and its upload bucket. */
type Complaints = { dns?: string; store?: string; bucket?: string }

function readComplaints(body: string): Complaints {
  try {
    const { dns, store, bucket } = JSON.parse(body)
    const texts = Object.entries({ dns, store, bucket }).filter(([, value]) => typeof value === 'string')
    return Object.fromEntries(texts)
  } catch {
    return {}
  }
}

async function reach({ signal }: Context, { server, serverFrom }: Service): Promise<Reached> {
  const where = `${server} (${serverFrom})`
  try {
    const response = await fetch(`${server}/readyz`, { redirect: 'manual', signal: patience(signal) })
    const complaints = readComplaints(await response.text())
    if (response.ok) return { finding: { check: 'server', state: 'good', detail: where }, response, complaints }
    const detail = `${where} returned ${response.status}: it is starting, stopping or cannot reach its database`
    return { finding: { check: 'server', state: 'bad', detail, exitCode: EXIT.service }, response }
  } catch (error) {
    signal.throwIfAborted()
    const { message } = ((error as Error).cause ?? error) as Error
    const detail = `cannot reach ${where}: ${message}`
    return { finding: { check: 'server', state: 'bad', detail, exitCode: EXIT.service } }
  }
}

const patience = (signal: AbortSignal) => AbortSignal.any([signal, AbortSignal.timeout(REACH_TIMEOUT_MS)])

function checkClock(response: Response): Finding {
  const time = Date.parse(response.headers.get('date') ?? '')
  if (Number.isNaN(time)) return { check: 'clock', state: 'odd', detail: 'the server sent no time' }
  const skew = Math.round((Date.now() - time) / 1000)
  if (Math.abs(skew) <= CLOCK_SKEW_MAX_SECONDS)
    return { check: 'clock', state: 'good', detail: 'in sync with the server' }
  const detail = `${Math.abs(skew)} s ${skew > 0 ? 'ahead of' : 'behind'} the server`
  return { check: 'clock', state: 'odd', detail }
}

async function checkVersion({ signal }: Context, { server }: Service): Promise<Finding> {
  const own = `mailsift ${version()}`
  try {
    const response = await fetch(`${server}/openapi.json`, { redirect: 'manual', signal: patience(signal) })
    const { info } = (await response.json()) as { info: { version: string } }
    const isSame = info.version.split('.')[0] === API_VERSION
    return {
      check: 'version',
      state: isSame ? 'good' : 'odd',
      detail: isSame
        ? `${own}, API ${info.version}`
        : `${own} supports API ${API_VERSION}; the server has API ${info.version}`,
    }
  } catch {
    signal.throwIfAborted()
    return { check: 'version', state: 'odd', detail: `${own}; the version of the server is not available` }
  }
}

async function checkToken({ signal }: Context, service: Service, isReachable: boolean): Promise<Finding> {
  const { token, tokenFrom } = service
  const bad = (detail: string) => ({ check: 'token', state: 'bad', detail, exitCode: EXIT.credentials }) as const
  if (!token) return bad('not found. Store one with `mailsift login`, or set MAILSIFT_TOKEN')
  const permission = token.startsWith('ms_w_') ? 'read and write' : 'read-only (`clean` needs read and write)'
  if (!isReachable) return { check: 'token', state: 'odd', detail: `from ${tokenFrom}; not checked` }
  try {
    // A free request that needs everything that other calls need.
    await openClient(service).bulk.list({ take: 1, signal }).page()
    return { check: 'token', state: 'good', detail: `from ${tokenFrom}, ${permission}; subscription active` }
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof ApiError && error.code === 'subscription_required')
      return bad(`from ${tokenFrom}; no active subscription`)
    const { message, exitCode } = readFailure(error)
    return { check: 'token', state: 'bad', detail: `from ${tokenFrom}; ${message}`, exitCode }
  }
}

const MARKS = { good: '✔', odd: '!', bad: '✘' } as const
const COLOURS = { good: 'green', odd: 'yellow', bad: 'red' } as const

function describe(context: Context, { check, state, detail }: Finding): string {
  const mark = styleText(COLOURS[state], MARKS[state], { stream: context.stdout })
  return `${mark} ${check.padEnd(18)}  ${asTyped(context, detail)}\n`
}
