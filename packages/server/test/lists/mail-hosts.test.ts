import { flag, isFlagged, type MxRecord } from '@mailsift/engine'
import { loadEngine } from '@mailsift/engine/node'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { followLists } from '../../src/lists/follow.ts'
import { learnMailHosts } from '../../src/lists/mail-hosts.ts'
import { silentLog, useTestDatabase } from '../support/database.ts'

/** Disposable domains that the compiled lists know. */
const LISTED = ['mailinator.com', 'yopmail.com', 'guerrillamail.com', 'sharklasers.com', 'maildrop.cc', 'getnada.com']
const HOST = 'mx.unheard-of-host.net'

async function useHistory() {
  const { db } = await useTestDatabase()
  const engine = loadEngine()
  const follower = followLists({ db, engine, log: silentLog })
  onTestFinished(() => follower.stop())
  const factsOf = (host: string) => ({ known: true, value: { mx: [{ priority: 10, host }] } })
  return {
    lookedUp: async (domains: readonly string[], host: string) => {
      for (const domain of domains)
        await sql`INSERT INTO dns_facts (name, answer) VALUES (${domain}, ${JSON.stringify(factsOf(host))})`.execute(db)
    },
    learn: async () => {
      await learnMailHosts({ db, engine })
      return follower.refresh()
    },
    /** A domain that no list knows, at this host. */
    isDisposable: (host: string) => {
      const mx: MxRecord[] = [{ priority: 10, host }]
      const verdict = engine.validate('someone.new@contoso-new.com')
      if (!verdict.ok) throw new Error('refused')
      const facts = {
        mx,
        hasValidMx: true,
        deliverableByDns: true,
        nameservers: [],
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
