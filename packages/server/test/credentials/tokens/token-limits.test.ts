import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../../../../../scripts/eventually.ts'
import { createTokenLimits } from '../../../src/credentials/tokens/token-limits.ts'
import { issueToken } from '../../../src/credentials/tokens/tokens.ts'
import type { Db } from '../../../src/platform/database/database.ts'
import { addUser, codeOf, startTestApp, type TestApp, withToken } from '../../access/test-app.ts'
import { createTestDatabase } from '../../support/database.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let apps: TestApp[]
let accountId: string
beforeAll(async () => {
  database = await createTestDatabase()
  apps = [await startTestApp(database.url), await startTestApp(database.url), await startTestApp(database.url)]
  accountId = (await addUser(database.db)).id
})
afterAll(async () => {
  for (const app of apps) await app.close()
  await database.drop()
})

/** A window in which the whole test happens: a day, unless it has just begun to end. */
const WINDOW_SECONDS = 86_400

async function limited(requests: number): Promise<string> {
  const limit = { requests, window_seconds: WINDOW_SECONDS }
  return (await issueToken(database.db, accountId, { name: 'limited', permission: 'read', limit })).token
}

const ask = (app: TestApp, token: string) => app.fetch('/read', withToken(token))

test('a limit is told with every answer, and refuses what is beyond it', async () => {
  const token = await limited(3)
  const [app] = apps as [TestApp]
  for (const remaining of [2, 1, 0]) {
    const answer = await ask(app, token)
    expect([answer.status, answer.headers.get('ratelimit-policy')]).toEqual([200, `"token";q=3;w=${WINDOW_SECONDS}`])
    expect(answer.headers.get('ratelimit')).toMatch(new RegExp(`^"token";r=${remaining};t=\\d+$`))
  }
  const refused = await ask(app, token)
  expect([refused.status, await codeOf(refused)]).toEqual([429, 'rate_limited'])
  expect(refused.headers.get('ratelimit')).toMatch(/^"token";r=0;t=\d+$/)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
})

test('three processes together never grant more than the limit, and keep back no more than a tenth each', async () => {
  const limit = 100
  const token = await limited(limit)
  const answers = await Promise.all(Array.from({ length: 240 }, (_, number) => ask(apps[number % 3]!, token)))
  const granted = answers.filter(({ status }) => status === 200).length
  expect(answers.filter(({ status }) => status !== 200 && status !== 429)).toEqual([])
  expect(granted).toBe(limit)

  const uneven = await limited(limit)
  for (const app of apps.slice(1)) expect((await ask(app, uneven)).status).toBe(200)
  const statuses = []
  for (let request = 0; request < limit; request++) statuses.push((await ask(apps[0]!, uneven)).status)
  const served = statuses.filter((status) => status === 200).length
  expect(served).toBeLessThanOrEqual(limit - 2)
  expect(served).toBeGreaterThanOrEqual(limit - 2 * (limit / 10))
})

test('most requests ask no database: the questions grow with the logarithm of the limit', async () => {
  let questions = 0
  const counted = new Proxy(database.db, {
    get(target, name) {
      if (name === 'getExecutor') questions++
      const value = Reflect.get(target, name) as unknown
      return typeof value === 'function' ? value.bind(target) : value
    },
  }) as Db
  const limits = createTokenLimits({ db: counted })
  const limit = { requests: 1_000, window_seconds: WINDOW_SECONDS }
  const { api_token } = await issueToken(database.db, accountId, { name: 'x', permission: 'read', limit })
  const reply = { header: () => reply } as never
  for (let request = 0; request < limit.requests; request++) await limits.use(api_token.id, limit, reply)
  await expect(async () => limits.use(api_token.id, limit, reply)).rejects.toMatchObject({ code: 'rate_limited' })
  expect(questions).toBeGreaterThan(0)
  expect(questions).toBeLessThan(80)
})

test('the next window starts over, and a changed limit holds for what is left', async () => {
  const limits = createTokenLimits(database)
  const reply = { header: () => reply } as never
  const { api_token } = await issueToken(database.db, accountId, { name: 'x', permission: 'read' })
  const short = { requests: 1, window_seconds: 1 }
  const isGranted = async () =>
    Promise.resolve()
      .then(() => limits.use(api_token.id, short, reply))
      .then(
        () => true,
        () => false,
      )
  await eventually(isGranted)
  await eventually(isGranted)

  const day = { requests: 2, window_seconds: WINDOW_SECONDS }
  await limits.use(api_token.id, day, reply)
  await limits.use(api_token.id, day, reply)
  await expect(async () => limits.use(api_token.id, day, reply)).rejects.toMatchObject({ code: 'rate_limited' })
  await limits.use(api_token.id, { ...day, requests: 3 }, reply)
  await expect(async () => limits.use(api_token.id, { ...day, requests: 3 }, reply)).rejects.toMatchObject({
    code: 'rate_limited',
  })
})
