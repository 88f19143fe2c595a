import type { MailboxProbe } from '@mailsift/contract'
import { sql } from 'kysely'
import { Registry } from 'prom-client'
import { describe, expect, test } from 'vitest'
import { createAccount } from '../../src/accounts/accounts.ts'
import { mailboxOf, recordEvidence } from '../../src/mailboxes/mailboxes.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { createHostLimits, readBudget, takeFromBudget } from '../../src/probe/limits.ts'
import { readProbeStatus } from '../../src/probe/overview.ts'
import { forgetProbes } from '../../src/probe/privacy.ts'
import { createReadiness } from '../../src/probe/readiness.ts'
import { readProbe, requestProbe, setAllowed } from '../../src/probe/requests.ts'
import { createProbe, type ProbeOptions } from '../../src/probe/run.ts'
import type { Check } from '../../src/probe/self-test.ts'
import { startFacts } from '../domains/support.ts'
import type { Zone, ZoneEntry } from '../stand-ins/dns-server.ts'
import { openSocket, type Script, useSmtp } from '../stand-ins/smtp.ts'
import { useDns } from '../stand-ins/use.ts'
import { silentLog, useTestDatabase } from '../support/database.ts'
import { EVIDENCE_DEPS } from '../validation/validation-app.ts'

const ADA = 'ada@test.example'
const IDENTITY = { heloName: 'probe.example.com', sender: 'postmaster@example.com', address: '8.8.4.4' }
const REFUSES_OTHERS: Script = { rcpt: (name) => (name === ADA ? '250 2.1.5 Ok' : '550 5.1.1 User unknown') }

type Setup = {
  /** By host; one that is missing cannot be reached. */
  servers?: Record<string, Script>
  mx?: readonly string[]
  /** What DNS says about the domain, if it is not its mail hosts. */
  domain?: ZoneEntry
  /** Addresses of hosts; each other one has its own. */
  ips?: Record<string, string>
  failing?: readonly Check[]
  options?: Partial<ProbeOptions>
}

async function useProbe({
  servers = { 'mx.test': REFUSES_OTHERS },
  mx = ['mx.test'],
  domain = { MX: mx.map((host, nth) => [nth, host] as const), NS: ['ns.test'] },
  ips = {},
  failing = [],
  options,
}: Setup = {}) {
  const { db } = await useTestDatabase()
  const { id: accountId } = await createAccount(db, { email: 'user@mail.example' })
  await setAllowed(db, accountId, true)
  const opened = await Promise.all(
    Object.entries(servers).map(async ([host, script]) => [host, await useSmtp(script)] as const),
  )
  const smtp = Object.fromEntries(opened)
  const dialed: string[] = []
  const ipOf = (host: string) => ips[host] ?? `8.8.8.${1 + mx.indexOf(host)}`
  const hostOf = (ip: string) => mx.find((host) => ipOf(host) === ip)!
  const hosts = Object.fromEntries(mx.map((host) => [host, { A: ['8.8.8.8'] }]))
  const zone: Zone = { 'test.example': domain, 'ns.test': { A: ['8.8.8.8'] }, ...hosts }
  const probe = createProbe(
    {
      ...EVIDENCE_DEPS,
      db,
      clock: systemClock,
      metrics: new Registry(),
      facts: startFacts(db, await useDns(zone)),
      dial: async (ip) => {
        const host = hostOf(ip)
        dialed.push(host)
        return smtp[host] && openSocket(smtp[host].port)
      },
      addressesOf: async (host) => (host.startsWith('ipv6') ? 'other_family' : [ipOf(host)]),
      readiness: createReadiness({ db, log: silentLog, identity: IDENTITY, runSelfTest: async () => [...failing] }),
      limits: createHostLimits({ db, clock: systemClock }),
    },
    { identity: IDENTITY, dailyMax: 1_000, skipHosts: ['google.com'], ...options },
  )
  const run = async (address = ADA) => {
    const { rows } = await sql<{ hash: string }>`
      SELECT encode(hash, 'hex') AS hash FROM probes WHERE account_id = ${accountId} AND address = ${address}`.execute(
      db,
    )
    if (rows[0]) await probe({ accountId, hash: rows[0].hash })
  }
  return {
    db,
    accountId,
    smtp,
    dialed,
    run,
    request: (address = ADA) => requestProbe(EVIDENCE_DEPS, db, accountId, address),
    state: (address = ADA) => readProbe(EVIDENCE_DEPS, db, accountId, address),
    mailbox: async (address = ADA) => (await mailboxOf(EVIDENCE_DEPS, db, accountId, [address]))[0]!,
    /** When the task runs next, in minutes after it was enqueued; undefined without one. */
    async waitMinutes() {
      const { rows } = await sql<{ minutes: number }>`
        SELECT (extract(epoch FROM run_at - created_at) / 60)::float8 AS minutes FROM graphile_worker.jobs
        WHERE task_identifier = 'probe.run' ORDER BY run_at`.execute(db)
      return rows[0]?.minutes
    },
    /** Half an hour and more passes for the row, and the pace of the host is forgotten. */
    async pass() {
      await sql`UPDATE probes SET asked_at = asked_at - interval '31 minutes'`.execute(db)
      await sql`UPDATE host_limits SET tokens = 2`.execute(db)
    },
    log: async () => (await sql<{ outcome: string }>`SELECT * FROM probe_log ORDER BY started_at`.execute(db)).rows,
  }
}

describe('a probe', () => {
  test('that is requested is pending, and its answer becomes evidence of the account', async () => {
    const { request, run, state, mailbox, smtp, log } = await useProbe()
    expect(await request()).toMatchObject({ state: 'pending' } satisfies Partial<MailboxProbe>)
    expect(await request()).toMatchObject({ state: 'pending' })
    await run()
    expect(await mailbox()).toMatchObject({
      mailbox: 'exists',
      mailbox_evidence: { reason: 'accepted', source: 'probe' },
    })
    expect(await state()).toMatchObject({ state: 'ended', reason: null })
    expect(smtp['mx.test']!.commands.filter((line) => line.startsWith('RCPT'))).toHaveLength(2)
    expect(await log()).toMatchObject([
      { domain: 'test.example', mail_host: 'mx.test', outcome: 'exists', reply_code: 250, status_code: '2.1.5' },
    ])
  })

  test('keeps no address after its end, and none in its log', async () => {
    const { request, run, db } = await useProbe()
    await request()
    await run()
    const { rows } = await sql<{ text: string }>`
      SELECT probes::text FROM probes UNION ALL SELECT probe_log::text FROM probe_log`.execute(db)
    expect(rows).toHaveLength(2)
    expect(JSON.stringify(rows)).not.toContain('ada@')
  })

  test('asks for a random name once for a domain', async () => {
    const { request, run, smtp, db, mailbox } = await useProbe()
    await request()
    await run()
    await sql`UPDATE host_limits SET tokens = 2`.execute(db)
    await request('bob@test.example')
    await run('bob@test.example')
    expect(await mailbox('bob@test.example')).toMatchObject({ mailbox: 'does_not_exist' })
    expect(smtp['mx.test']!.commands.filter((line) => line.startsWith('RCPT'))).toHaveLength(3)
  })

  test('asks a catch-all server nothing more for days', async () => {
    const { request, run, mailbox, smtp } = await useProbe({ servers: { 'mx.test': {} } })
    await request()
    await run()
    expect(await mailbox()).toMatchObject({ mailbox: 'catch_all' })
    const { length } = smtp['mx.test']!.commands
    await request('bob@test.example')
    await run('bob@test.example')
    expect(await mailbox('bob@test.example')).toMatchObject({ mailbox: 'catch_all' })
    expect(smtp['mx.test']!.commands).toHaveLength(length)
  })

  test('waits for greylisting with the same sender, address and random name', async () => {
    const seen = new Map<string, number>()
    const rcpt = (name: string) => {
      const times = (seen.get(name) ?? 0) + 1
      seen.set(name, times)
      if (times === 1) return '450 4.2.0 Greylisted'
      return name === ADA ? '250 Ok' : '550 5.1.1 User unknown'
    }
    const { request, run, pass, mailbox, waitMinutes } = await useProbe({ servers: { 'mx.test': { rcpt } } })
    await request()
    await run()
    expect(await mailbox()).toMatchObject({ mailbox: 'unknown' })
    expect(await waitMinutes()).toBeGreaterThan(29)
    await pass()
    await run()
    expect(await mailbox()).toMatchObject({ mailbox: 'unknown' })
    expect(await waitMinutes()).toBeGreaterThan(119)
    await pass()
    await run()
    expect(await mailbox()).toMatchObject({ mailbox: 'exists' })
    expect(seen.size).toBe(2)
  })

  test('does not ask twice within half an hour, however often its task runs', async () => {
    const { request, run, smtp } = await useProbe({ servers: { 'mx.test': { rcpt: () => '450 4.3.0 later' } } })
    await request()
    await run()
    await run()
    await Promise.all([run(), run()])
    expect(smtp['mx.test']!.commands.filter((line) => line.startsWith('RCPT'))).toHaveLength(1)
  })

  test('ends after four tries', async () => {
    const { request, run, pass, state, log } = await useProbe({ servers: { 'mx.test': { greeting: '421 busy' } } })
    await request()
    for (let count = 0; count < 5; count++) {
      await run()
      await pass()
    }
    expect(await state()).toMatchObject({ state: 'ended', reason: 'temporary' })
    expect(await log()).toHaveLength(4)
  })

  test('leaves a server that refuses this service alone, for every account and address', async () => {
    const { db, request, run, state, smtp, mailbox } = await useProbe({
      servers: { 'mx.test': { rcpt: () => '554 5.7.1 Client host blocked using zen.spamhaus.org' } },
    })
    await request()
    await run()
    expect(await state()).toMatchObject({ state: 'ended', reason: 'refused' })
    expect(await mailbox()).toMatchObject({ mailbox: 'unknown' })
    const { length } = smtp['mx.test']!.commands
    await request('bob@test.example')
    await run('bob@test.example')
    expect(await state('bob@test.example')).toMatchObject({ state: 'ended', reason: 'refused' })
    expect(smtp['mx.test']!.commands).toHaveLength(length)
    const status = await readProbeStatus(db)
    expect(status).toMatchObject({
      pending: 0,
      self_tests: [{ problems: [] }],
      refusing: [{ host: 'mx.test' }, { host: '8.8.8.1' }],
    })
    expect(status.refusing[0]!.until.getTime()).toBeGreaterThan(Date.now() + 23 * 60 * 60_000)
  })

  test('asks the next mail host only where the one before cannot be reached', async () => {
    const { request, run, dialed, mailbox } = await useProbe({
      servers: { 'b.test': REFUSES_OTHERS, 'c.test': REFUSES_OTHERS },
      mx: ['a.test', 'b.test', 'c.test'],
    })
    await request()
    await run()
    expect(dialed).toEqual(['a.test', 'b.test'])
    expect(await mailbox()).toMatchObject({ mailbox: 'exists' })
  })

  test('connects once to a server that has several names, and has one limit for all of them', async () => {
    const mx = ['a.test', 'b.test']
    const { request, run, dialed, db } = await useProbe({
      servers: {},
      mx,
      ips: { 'a.test': '8.8.8.8', 'b.test': '8.8.8.8' },
    })
    await request()
    await run()
    expect(dialed).toEqual(['a.test'])
    const limits = createHostLimits({ db, clock: systemClock })
    const [one, other] = [
      { host: 'mx.contoso.org', ip: '8.8.8.9' },
      { host: 'mail.fabrikam.org', ip: '8.8.8.9' },
    ]
    expect(await limits.acquire(one)).toHaveProperty('release')
    expect(await limits.acquire(other)).toMatchObject({ waitMs: expect.any(Number), isRefused: false })
    expect(await limits.acquire({ ...other, ip: '8.8.8.10' })).toHaveProperty('release')
  })

  test('connects to no provider that does not answer truthfully', async () => {
    const { request, run, dialed, state } = await useProbe({ mx: ['aspmx.l.google.com', 'mx.test'] })
    await request()
    await run()
    expect(await state()).toMatchObject({ state: 'ended', reason: 'provider' })
    expect(dialed).toEqual([])
  })

  test('opens no connection while the self-test fails', async () => {
    const failing: Check[] = [{ name: 'reverse', passed: false, message: 'no PTR' }]
    const { request, run, dialed, state, waitMinutes } = await useProbe({ failing })
    await request()
    await run()
    expect(dialed).toEqual([])
    expect(await state()).toMatchObject({ state: 'pending' })
    expect(await waitMinutes()).toBeGreaterThan(29)
  })

  test('is not needed where cheaper evidence answers', async () => {
    const { request, run, dialed, state, db, accountId } = await useProbe()
    await request()
    const delivered = { address: ADA, class: 'delivered', source: 'delivery', happenedAt: new Date() } as const
    await db.transaction().execute((tx) => recordEvidence(EVIDENCE_DEPS, tx, accountId, [delivered]))
    await run()
    expect(dialed).toEqual([])
    expect(await state()).toMatchObject({ state: 'ended', reason: 'known' })
  })

  test('needs the permission of the operator, also when it runs', async () => {
    const { request, run, dialed, state, db, accountId } = await useProbe()
    await request()
    await setAllowed(db, accountId, false)
    await run()
    expect(dialed).toEqual([])
    expect(await state()).toMatchObject({ state: 'ended', reason: 'not_allowed' })
    expect(await request('bob@test.example')).toBeNull()
  })

  test('of a forgotten address does not run, and the log does not know whom it was about', async () => {
    const { request, run, db, accountId, dialed, log } = await useProbe()
    await request('bob@test.example')
    await run('bob@test.example')
    await request()
    const { rows } = await sql<{
      hash: string
    }>`SELECT encode(hash, 'hex') AS hash FROM probes WHERE address = ${ADA}`.execute(db)
    const before = dialed.length
    await db.transaction().execute(async (tx) => {
      await forgetProbes(tx, EVIDENCE_DEPS.secrets, [ADA])
      await forgetProbes(tx, EVIDENCE_DEPS.secrets, ['bob@test.example'])
    })
    expect(rows).toHaveLength(1)
    await run()
    expect(dialed).toHaveLength(before)
    expect(await log()).toMatchObject([{ hash: null, account_id: accountId }])
  })

  test('of an address whose domain accepts no mail opens no connection', async () => {
    const { request, run, dialed, state } = await useProbe({ domain: { MX: [[0, '.']], NS: ['ns.test'] } })
    await request()
    await run()
    expect(dialed).toEqual([])
    expect(await state()).toMatchObject({ state: 'ended', reason: 'no_mail_host' })
  })
})

describe('the budget', () => {
  test('begins with fifty conversations and doubles with each day of use', async () => {
    const { db } = await useTestDatabase()
    expect(await readBudget(db, 1_000)).toEqual({ used: 0, allowed: 50 })
    const taken = await Promise.all(Array.from({ length: 60 }, () => takeFromBudget(db, 1_000)))
    expect(taken.filter(Boolean)).toHaveLength(50)
    await sql`UPDATE probe_days SET day = day - 1`.execute(db)
    expect(await readBudget(db, 1_000)).toEqual({ used: 0, allowed: 100 })
    expect(await readBudget(db, 70)).toEqual({ used: 0, allowed: 70 })
    await sql`UPDATE probe_days SET day = day - 40`.execute(db)
    expect(await readBudget(db, 1_000)).toEqual({ used: 0, allowed: 50 })
  })

  test('that is used up postpones a probe without a connection', async () => {
    const { request, run, dialed, state, waitMinutes, db } = await useProbe({ options: { dailyMax: 1 } })
    await takeFromBudget(db, 1)
    await request()
    await run()
    expect(dialed).toEqual([])
    expect(await state()).toMatchObject({ state: 'pending' })
    expect(await waitMinutes()).toBeGreaterThan(59)
  })
})

test('a mail server has one conversation at a time in the whole fleet', async () => {
  const server = { host: 'mx.test', ip: '8.8.8.8' }
  const { db } = await useTestDatabase()
  const [one, other] = [createHostLimits({ db, clock: systemClock }), createHostLimits({ db, clock: systemClock })]
  const permit = await one.acquire(server)
  expect(permit).toHaveProperty('release')
  expect(await other.acquire(server)).toMatchObject({ isRefused: false })
  if ('release' in permit) await permit.release('answered')
  expect(await other.acquire(server)).toHaveProperty('release')
})
