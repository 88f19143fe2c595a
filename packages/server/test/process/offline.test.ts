import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { JobResults, SubmittedJob } from '@mailsift/contract'
import { expect, test } from 'vitest'
import { useDns } from '../stand-ins/use.ts'
import { inNetworkOf, NO_NAMESPACES, withoutNetwork } from '../support/namespaces.ts'
import { launchProgram, PROGRAM_TEST, type Program, startProgram, untilSays } from '../support/program.ts'

/** The kernel refuses to connect to it on every machine, as it does for any address without a route. */
const UNROUTABLE = '255.255.255.255:53'

type Send = (path: string, body?: unknown) => Promise<{ status: number; json: unknown }>

function senderOf({ origin }: Program, token: string): Send {
  const headers = { 'service-email-api-token': token, 'content-type': 'application/json' }
  return async (path, body) => {
    const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
    const response = await fetch(`${origin}/v1/emails/${path}`, { headers, ...init })
    return { status: response.status, json: await response.json() }
  }
}

test.each(['on', 'off'])(
  'validates addresses and lists without a route to any resolver, and returns 503 for a domain check (canaries %s)',
  PROGRAM_TEST,
  async (canaries) => {
    const env = { DNS_SERVERS: UNROUTABLE, ...(canaries === 'off' && { DNS_CANARIES: 'off' }) }
    const program = await startProgram({ sharedDatabase: true, env })
    const before = await program.pids()
    const send = senderOf(program, await program.token())
    expect(await send('validate?email=jane.doe@gmail.com')).toMatchObject({ status: 200 })
    expect(await send('validate?email=jane.doe@gmail.com&validate_domain=1')).toMatchObject({ status: 503 })

    const emails = ['jane.doe@gmail.com', 'not an address']
    for (const [validate_domain, success] of [
      [0, 1],
      [1, 0],
    ]) {
      const { job } = (await send('bulk', { emails, validate_domain })).json as SubmittedJob
      const read = async () => ((await send(`bulk/${job.id}`)).json as JobResults).job
      await expect.poll(read, { timeout: 60_000 }).toMatchObject({ status: 'completed', success, errors: 2 - success! })
    }
    expect(await program.pids()).toEqual(before)
    expect(program.output()).not.toContain('died')
    expect(await program.stop()).toBe(0)
  },
)

test('a domain check uses the resolver that has a route', PROGRAM_TEST, async () => {
  const dns = await useDns({
    'contoso.com': { MX: [[10, 'mx.contoso.com']], NS: ['ns.contoso.com'] },
    'mx.contoso.com': { A: ['93.184.216.34'] },
  })
  const program = await startProgram({
    sharedDatabase: true,
    env: { DNS_SERVERS: `${dns.address},[fe80::53]:53,${UNROUTABLE}` },
  })
  const before = await program.pids()
  const send = senderOf(program, await program.token())
  expect(await send('validate?email=jane.doe@contoso.com&validate_domain=1')).toMatchObject({
    status: 200,
    json: { validations: { has_valid_mx_records: true } },
  })
  expect(await program.pids()).toEqual(before)
})

test(
  'starts with default settings and validates where loopback is the only network',
  PROGRAM_TEST,
  async ({ skip }) => {
    skip(!withoutNetwork, NO_NAMESPACES)
    const byDefault = { REGISTRY_LOOKUPS: undefined, LIST_REFRESH: undefined, ENRICHMENT: undefined }
    const env = { DNS_SERVERS: undefined, LOOKUP_PATIENCE_MS: undefined, ...byDefault }
    const program = await launchProgram({ within: withoutNetwork, env })
    await untilSays(program, /is ready/)
    const before = await program.pids()
    const [enter = '', ...args] = inNetworkOf(program.process.pid!)
    const curl = async (query: string) => {
      const credential = `service-email-api-token: ${await program.token()}`
      const url = `${program.origin}/v1/emails/validate?${query}`
      const written = ['--silent', '--output', '/dev/null', '--write-out', '%{http_code}']
      return (await promisify(execFile)(enter, [...args, 'curl', ...written, '--header', credential, url])).stdout
    }
    expect(await curl('email=jane.doe@gmail.com')).toBe('200')
    expect(await curl('email=jane.doe@gmail.com&validate_domain=1')).toBe('503')
    expect(await program.pids()).toEqual(before)
    expect(await program.stop()).toBe(0)
  },
)
