// A new SECRET takes the place of an old one while people are signed in.
import { expect, test } from 'vitest'
import { addUser, type SignedInClient, signIn, type TestApp, useTestApp } from '../access/test-app.ts'
import { useTestDatabase } from '../support/database.ts'

const [OLD, NEW] = ['the old secret, which may have leaked out', 'the new secret, which takes its place now']

async function statuses(app: TestApp, { cookie, bearer }: SignedInClient): Promise<number[]> {
  const credentials: Record<string, string>[] = [{ cookie }, { authorization: `Bearer ${bearer}` }]
  return Promise.all(credentials.map(async (headers) => (await app.fetch('/account/session', { headers })).status))
}

test('sessions go on while the old secret is named beside the new one, and end when it is dropped', async () => {
  const { url, db } = await useTestDatabase()
  const user = await addUser(db)
  const before = await signIn(await useTestApp(url, { secret: OLD }), user)

  const during = await useTestApp(url, { secret: `${NEW},${OLD}` })
  expect(await statuses(during, before)).toEqual([200, 200])
  const fresh = await signIn(during, user)

  const after = await useTestApp(url, { secret: NEW })
  expect(await statuses(after, fresh)).toEqual([200, 200])
  expect(await statuses(after, before)).toEqual([401, 401])
})

test('what no secret signed is refused, however many there are', async () => {
  const { url, db } = await useTestDatabase()
  const user = await addUser(db)
  const client = await signIn(await useTestApp(url, { secret: 'a third secret, which is not named any more' }), user)
  const app = await useTestApp(url, { secret: `${NEW},${OLD}` })
  for (const bearer of [client.bearer, client.bearer.split('.')[0]!, '%', '.', 'x.y', `${client.bearer}%ff`]) {
    const answer = await app.fetch('/account/session', { headers: { authorization: `Bearer ${bearer}` } })
    expect(answer.status, bearer).toBe(401)
  }
  expect(await statuses(app, client)).toEqual([401, 401])
})
