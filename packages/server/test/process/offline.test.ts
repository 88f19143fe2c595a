import type { JobResults, SubmittedJob } from '@mailsift/contract'
import { expect, test } from 'vitest'
import { useDns } from '../stand-ins/use.ts'
import { type Program, startProgram } from '../support/program.ts'

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
      await expect.poll(read).toMatchObject({ status: 'completed', success, errors: 2 - success! })
    }
    expect(await program.pids()).toEqual(before)
    expect(program.output()).not.toContain('died')
    expect(await program.stop()).toBe(0)
  },
)

test('a domain check uses the resolver that has a route', async () => {
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
