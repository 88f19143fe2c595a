import { expect, test } from 'vitest'
import type { Caller } from '../../../src/access/caller.ts'
import { createTokenCache, type TokenCacheOptions } from '../../../src/credentials/tokens/token-cache.ts'
import type { FoundToken } from '../../../src/credentials/tokens/token-lookup.ts'

const caller: Caller = {
  accountId: 'ann',
  kind: 'token',
  permission: 'read',
  credentialId: 'token-1',
  subscribed: true,
  member: null,
  rules: null,
}
const found: FoundToken = { caller, holdsForMs: null, isFirstUseOfMinute: false }

/** A cache over a database that answers when it is told to, and counts its questions. */
function setUp(options: Partial<TokenCacheOptions> = {}) {
  const clock = { ms: 1_000 }
  const questions: { text: string; answer(value: FoundToken | null): void; fail(error: Error): void }[] = []
  const used: string[] = []
  const cache = createTokenCache({
    lookUp: (text) =>
      new Promise((resolve, reject) => {
        questions.push({ text, answer: resolve, fail: reject })
      }),
    onFirstUseOfMinute: (id) => used.push(id),
    now: () => clock.ms,
    ...options,
  })
  cache.setTrusted(true)
  async function ask(text: string, answer: FoundToken | null): Promise<Caller | null> {
    const asked = cache.find(text)
    questions.at(-1)!.answer(answer)
    return asked
  }
  return { cache, clock, questions, used, ask }
}

test('a kept token is answered without a promise', async () => {
  const { cache, questions, ask } = setUp()
  await ask('a', found)
  expect(cache.find('a')).toBe(caller)
  expect(questions).toHaveLength(1)
})

test('an unknown token is kept as well, so that repeating it costs no query', async () => {
  const { cache, questions, ask } = setUp()
  await ask('x', null)
  expect(cache.find('x')).toBe(null)
  expect(questions).toHaveLength(1)
})

test('concurrent misses share one query', async () => {
  const { cache, questions } = setUp()
  const asked = [cache.find('a'), cache.find('a'), cache.find('a')]
  expect(questions).toHaveLength(1)
  questions[0]!.answer(found)
  expect(await Promise.all(asked)).toEqual([caller, caller, caller])
})

test('an answer is requested again after its time, and sooner when the token or the subscription ends before', async () => {
  const { cache, clock, ask } = setUp({ keepForMs: 5_000 })
  await ask('a', found)
  await ask('b', { ...found, holdsForMs: 300 })
  clock.ms += 299
  expect(cache.find('b')).toBe(caller)
  clock.ms += 1
  expect(cache.find('b')).toBeInstanceOf(Promise)
  clock.ms += 4_699
  expect(cache.find('a')).toBe(caller)
  clock.ms += 1
  expect(cache.find('a')).toBeInstanceOf(Promise)
})

test("a change drops that user's tokens and no other user's", async () => {
  const { cache, ask } = setUp()
  const other = { ...caller, accountId: 'bob' }
  await ask('a', found)
  await ask('b', { ...found, caller: other })
  cache.forgetAccount('ann')
  expect(cache.find('a')).toBeInstanceOf(Promise)
  expect(cache.find('b')).toBe(other)
})

test('an answer requested before a change is not kept, and no request after the change waits for it', async () => {
  const { cache, questions } = setUp()
  const before = cache.find('a')
  cache.forgetAccount('ann')
  const after = cache.find('a')
  expect(questions).toHaveLength(2)
  questions[1]!.answer(null)
  expect(await after).toBe(null)
  questions[0]!.answer(found)
  expect(await before).toBe(caller)
  expect(cache.find('a')).toBe(null)
})

test('while changes would go unnoticed every lookup queries the database', async () => {
  const { cache, questions, ask } = setUp()
  await ask('a', found)
  cache.setTrusted(false)
  await ask('a', found)
  await ask('a', found)
  expect(questions).toHaveLength(3)
  cache.setTrusted(true)
  expect(cache.find('a')).toBeInstanceOf(Promise)
})

test('a database that cannot be queried is no answer: the next request queries again', async () => {
  const { cache, questions } = setUp()
  const failed = cache.find('a')
  questions[0]!.fail(new Error('connection refused'))
  await expect(failed).rejects.toThrow('connection refused')
  const again = cache.find('a')
  questions[1]!.answer(found)
  expect(await again).toBe(caller)
})

test('memory is bounded, and invented tokens never push out real ones', async () => {
  const { cache, ask } = setUp({ knownMax: 3, unknownMax: 2 })
  for (const text of ['a', 'b', 'c', 'd']) await ask(text, found)
  for (const text of ['x', 'y', 'z']) await ask(text, null)
  expect(['b', 'c', 'd'].map((text) => cache.find(text))).toEqual([caller, caller, caller])
  expect(['y', 'z'].map((text) => cache.find(text))).toEqual([null, null])
  expect(cache.find('a')).toBeInstanceOf(Promise)
  expect(cache.find('x')).toBeInstanceOf(Promise)
})

test('the first use of a minute is told once per query, never on a hit', async () => {
  const { cache, used, ask } = setUp()
  await ask('a', { ...found, isFirstUseOfMinute: true })
  cache.find('a')
  cache.find('a')
  expect(used).toEqual(['token-1'])
})
