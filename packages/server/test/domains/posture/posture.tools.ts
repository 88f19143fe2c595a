import { Registry } from 'prom-client'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createDnsQuestions } from '../../../src/domains/dns/questions.ts'
import { lookUpBlocklist, readBlocklist } from '../../../src/domains/posture/blocklists.ts'
import { lookUpPosture, type PostureQuestion } from '../../../src/domains/posture/posture.ts'
import { createDnsClient } from '../../../src/platform/dns/client.ts'
import { useBind } from '../../stand-ins/bind.ts'
import { useRbldnsd } from '../../stand-ins/rbldnsd.ts'
import { startWeb, type Web } from '../../stand-ins/website.ts'

function questionsOf(address: string) {
  const options = { servers: [address], fallbackServers: [], timeoutMs: 1_000, tries: 2, budgetMs: 4_000 }
  const client = createDnsClient(options)
  onTestFinished(() => client.close())
  return createDnsQuestions(client, new Registry())
}

async function postureOf(address: string, question: Partial<PostureQuestion> = {}, web: Web = {}) {
  const { fetch, asked } = await startWeb(web)
  const deps = { questions: questionsOf(address), fetch, blocklists: [] }
  const posture = await lookUpPosture(deps, {
    domain: 'shop.test',
    registrableDomain: 'shop.test',
    mailHosts: ['mx.shop.test'],
    ...question,
  })
  return { posture, asked }
}

const ZONE = `shop IN TXT "unrelated"
shop IN TXT "v=spf1 include:_spf.shop.test" " -all"
_dmarc.shop IN TXT "v=DMARC1; p=reject; sp=quarantine; rua=mailto:d@shop.test"
_mta-sts.shop IN TXT "v=STSv1; id=1"
_smtp._tls.shop IN TXT "v=TLSRPTv1; rua=mailto:t@shop.test"
default._bimi.shop IN TXT "v=BIMI1; l=https://shop.test/l.svg"
_25._tcp.mx.shop IN TLSA 3 1 1 0d6fce3b1f2e4a5c6d7e8f90112233445566778899aabbccddeeff0011223344
plain IN A 8.8.8.8`
const POLICY = 'mta-sts.shop.test/.well-known/mta-sts.txt'

describe('against BIND', () => {
  test('reads what a domain publishes, and the policy file of MTA-STS', async () => {
    const { address } = await useBind(ZONE, 60)
    const file = 'version: STSv1\nmode: testing\nmx: mx.shop.test\nmax_age: 86400\n'
    const { posture } = await postureOf(address, {}, { [POLICY]: file })
    expect(posture).toMatchObject({
      spf: { state: 'present', record: 'v=spf1 include:_spf.shop.test -all', all: 'fail' },
      dmarc: { state: 'present', policy: 'reject', domain: 'shop.test' },
      mta_sts: { state: 'present', mode: 'testing', max_age_seconds: 86_400, mx: ['mx.shop.test'] },
      tls_rpt: { state: 'present', reports_to: ['mailto:t@shop.test'] },
      bimi: { state: 'present', logo: 'https://shop.test/l.svg' },
      dane: { state: 'present', hosts: [{ host: 'mx.shop.test', state: 'present' }] },
      starttls: { state: 'unknown' },
      blocklists: { state: 'off', entries: [] },
    })
  })

  test('a domain that publishes nothing is absent everywhere, and no file is fetched', async () => {
    const { address } = await useBind(ZONE, 60)
    const { posture, asked } = await postureOf(address, {
      domain: 'plain.test',
      registrableDomain: 'plain.test',
      mailHosts: [],
    })
    const { starttls, blocklists, ...others } = posture
    expect(Object.values(others).map(({ state }) => state)).toEqual(Array(6).fill('absent'))
    expect(asked).toEqual([])
  })

  test('a subdomain has the policy for subdomains of the domain above it', async () => {
    const { address } = await useBind(ZONE, 60)
    const { posture } = await postureOf(address, { domain: 'eu.shop.test' })
    expect(posture.dmarc).toMatchObject({ state: 'present', policy: 'quarantine', domain: 'shop.test' })
  })

  test('a policy file that is missing is invalid; one whose server fails is unknown', async () => {
    const { address } = await useBind(ZONE, 60)
    expect((await postureOf(address)).posture.mta_sts).toMatchObject({ state: 'invalid', record: 'v=STSv1; id=1' })
    const failing: Web = { [POLICY]: (_request, response) => response.writeHead(503).end() }
    expect((await postureOf(address, {}, failing)).posture.mta_sts).toMatchObject({ state: 'unknown' })
  })
})

describe('against rbldnsd', () => {
  const TERMS = 'https://bl.test/terms'
  const TARGETS = { domain: 'spam.example', addresses: ['192.0.2.10', '192.0.2.11'] }

  async function listsOf(lists: Parameters<typeof useRbldnsd>[0]) {
    const questions = questionsOf(await useRbldnsd(lists))
    await expect.poll(async () => (await questions.a(`${lists[0]!.zone}`)).known).toBe(true)
    return questions
  }

  test('names what is listed with the codes and the terms of the list', async () => {
    const questions = await listsOf([
      { zone: 'ip.bl.test', kind: 'ip4set', lines: '127.0.0.2\n192.0.2.10' },
      { zone: 'name.bl.test', kind: 'dnset', lines: 'test\nspam.example' },
    ])
    const look = (entry: string) => lookUpBlocklist(questions.a, readBlocklist(entry), TARGETS)
    const listed = { terms: TERMS, state: 'listed', codes: ['127.0.0.2'] }
    expect(await look(`address:ip.bl.test=${TERMS}`)).toEqual([
      { ...listed, list: 'ip.bl.test', target: '192.0.2.10' },
      { list: 'ip.bl.test', terms: TERMS, target: '192.0.2.11', state: 'not_listed', codes: [] },
    ])
    expect(await look(`domain:name.bl.test=${TERMS}`)).toEqual([
      { ...listed, list: 'name.bl.test', target: 'spam.example' },
    ])
  })

  test('a list without its test entry, or one that refuses the resolver, is unknown, never "not listed"', async () => {
    const questions = await listsOf([
      { zone: 'empty.bl.test', kind: 'ip4set', lines: '203.0.113.1' },
      { zone: 'refusing.bl.test', kind: 'ip4set', lines: '0.0.0.0/1 :127.255.255.254:refused' },
    ])
    for (const zone of ['empty.bl.test', 'refusing.bl.test', 'foreign.example'])
      for (const { state } of await lookUpBlocklist(questions.a, readBlocklist(`address:${zone}=${TERMS}`), TARGETS))
        expect(state).toBe('unknown')
  })
})
