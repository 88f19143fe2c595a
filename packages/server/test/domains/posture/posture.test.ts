import { Registry } from 'prom-client'
import { expect, onTestFinished, test } from 'vitest'
import { createDnsQuestions } from '../../../src/domains/dns/questions.ts'
import { readBlocklist } from '../../../src/domains/posture/blocklists.ts'
import { lookUpPosture, unknownPosture } from '../../../src/domains/posture/posture.ts'
import { createDnsClient } from '../../../src/platform/dns/client.ts'
import { startWeb } from '../../stand-ins/website.ts'

test('while no resolver can be trusted, every list that was chosen is unknown, not off', async () => {
  const lists = ['domain:dbl.test=https://dbl.test/terms', 'address:bl.test=https://bl.test/terms'].map(readBlocklist)
  const question = { domain: 'shop.test', registrableDomain: 'shop.test', mailHosts: undefined }
  expect(unknownPosture({ blocklists: lists }, question, 'untrusted').blocklists).toEqual({
    state: 'on',
    entries: [{ list: 'dbl.test', terms: 'https://dbl.test/terms', target: 'shop.test', state: 'unknown', codes: [] }],
  })
})

test('what cannot be found out is unknown with a reason, never absent', async () => {
  const servers = ['255.255.255.255:53']
  const client = createDnsClient({ servers, fallbackServers: [], timeoutMs: 1_000, tries: 2, budgetMs: 4_000 })
  onTestFinished(() => client.close())
  const { fetch } = await startWeb({})
  const posture = await lookUpPosture(
    { questions: createDnsQuestions(client, new Registry()), fetch, blocklists: [] },
    { domain: 'shop.test', registrableDomain: 'shop.test', mailHosts: undefined },
  )
  const { blocklists, ...others } = posture
  for (const { state, problems } of Object.values(others)) {
    expect(state).toBe('unknown')
    expect(problems).not.toEqual([])
  }
})
