import { flag, isFlagged, type MxRecord } from '@mailsift/engine'
import { loadEngine } from '@mailsift/engine/node'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { followLists } from '../../src/disposable-domains/follow.ts'
import { learnHosts } from '../../src/disposable-domains/learned-hosts.ts'
import { silentLog, useTestDatabase } from '../support/database.ts'

/** Disposable domains that the compiled lists know. */
const LISTED = ['mailinator.com', 'yopmail.com', 'guerrillamail.com', 'sharklasers.com', 'maildrop.cc', 'getnada.com']
const HOST = 'mx.unheard-of-host.net'

async function useHistory() {
  const { db } = await useTestDatabase()
  const engine = loadEngine()
  const follower = followLists({ db, engine, log: silentLog })
  onTestFinished(() => follower.stop())
  const factsOf = (host: string, nameservers: readonly string[]) => ({
    known: true,
    value: { mx: [{ priority: 10, host }], nameservers: { known: true, value: nameservers } },
  })
  return {
    lookedUp: async (domains: readonly string[], host: string, nameservers: readonly string[] = []) => {
      for (const domain of domains)
        await sql`INSERT INTO dns_facts (name, answer) VALUES (${domain}, ${JSON.stringify(factsOf(host, nameservers))})`.execute(
          db,
        )
    },
    learn: async () => {
      await learnHosts({ db, engine })
      return follower.refresh()
    },
    /** A domain that no list knows, at this host. */
    isDisposable: (host: string, nameservers: readonly string[] = []) => {
      const mx: MxRecord[] = [{ priority: 10, host }]
      const verdict = engine.validate('someone.new@contoso-new.com')
      if (!verdict.ok) throw new Error('refused')
      const facts = {
        mx,
        hasValidMx: true,
        deliverableByDns: true,
        nameservers,
        registry: { known: false },
      } as const
      return isFlagged(engine.withDomainFacts(verdict, facts), flag.IS_DISPOSABLE)
    },
  }
}

test('a host that served five listed domains and no other makes an unknown domain disposable', async () => {
  const { lookedUp, learn, isDisposable } = await useHistory()
  await lookedUp(LISTED.slice(0, 4), HOST)
  expect(await learn()).toBe(false)
  expect(isDisposable(HOST)).toBe(false)
  await lookedUp(LISTED.slice(4), HOST)
  expect(await learn()).toBe(true)
  expect(isDisposable(HOST)).toBe(true)
  // The next unknown domain there is known by its host by now, and takes nothing away from it.
  await lookedUp(['contoso-later.com'], HOST)
  expect(await learn()).toBe(false)
  expect(isDisposable(HOST)).toBe(true)
})

test('a host that also serves other domains is not disposable', async () => {
  const { lookedUp, learn, isDisposable } = await useHistory()
  await lookedUp([...LISTED, 'contoso.org'], HOST)
  expect(await learn()).toBe(false)
  expect(isDisposable(HOST)).toBe(false)
})

test('hosts of known providers, and five names of one domain, are no evidence', async () => {
  const { lookedUp, learn, isDisposable } = await useHistory()
  await lookedUp(LISTED, 'aspmx.l.google.com')
  await lookedUp(
    ['a', 'b', 'c', 'd', 'e'].map((label) => `${label}.mailinator.com`),
    HOST,
  )
  expect(await learn()).toBe(false)
  expect([isDisposable('aspmx.l.google.com'), isDisposable(HOST)]).toEqual([false, false])
})

/** As many domains as decide, below suffixes at which every name is disposable. */
const MANY_LISTED =
  `abrdns.com accesscam.org camdvr.org ccwu.cc ddnsfree.com de5.net dnsabr.com dpdns.org dynv6.net freeddns.org
  giize.com igg.biz indevs.in kozow.com linkpc.net loseyourip.com mywire.org ooguy.com publicvm.com qzz.io`
    .split(/\s+/)
    .map((suffix) => `box.${suffix}`)

test('name servers that serve twenty listed domains and no other make an unknown domain disposable', async () => {
  const { lookedUp, learn, isDisposable } = await useHistory()
  const servers = ['ns1.unheard-of-dns.net', 'ns2.unheard-of-dns.net']
  for (const [i, domain] of MANY_LISTED.slice(1).entries()) await lookedUp([domain], `mx.own-${i}.org`, servers)
  expect(await learn()).toBe(false)
  await lookedUp(MANY_LISTED.slice(0, 1), 'mx.own.org', servers)
  expect(await learn()).toBe(true)
  expect(isDisposable('mx.contoso-new.com', servers)).toBe(true)
  expect(isDisposable('mx.contoso-new.com', [...servers, 'ns1.contoso.com'])).toBe(false)
  expect(isDisposable('aspmx.l.google.com', servers)).toBe(false)
})

test('name servers that anyone can use, and those that serve another domain, are no evidence', async () => {
  const { lookedUp, learn, isDisposable } = await useHistory()
  const servers = ['ns1.unheard-of-dns.net', 'ada.ns.cloudflare.com']
  for (const [i, domain] of MANY_LISTED.entries()) await lookedUp([domain], `mx.own-${i}.org`, servers)
  await lookedUp(['contoso.org'], 'mx.contoso.org', servers)
  expect(await learn()).toBe(false)
  for (const server of servers) expect(isDisposable('mx.contoso-new.com', [server])).toBe(false)
})
