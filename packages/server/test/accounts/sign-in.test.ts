import { expect, test } from 'vitest'
import { useTestDatabase } from '../support/database.ts'
import { addUser, signIn, startTestApp } from './test-app.ts'

test('a session works as a cookie and as a bearer token', async () => {
  const { db, url } = await useTestDatabase()
  const app = await startTestApp(url)
  const user = await addUser(db)
  const { cookie, bearer } = await signIn(app, user)
  const byCookie = await app.fetch('/read', { headers: { cookie } })
  expect(byCookie.status).toBe(200)
  expect(await byCookie.json()).toMatchObject({
    userId: user.id,
    kind: 'session',
    permission: 'write',
    subscribed: true,
  })
  const byBearer = await app.fetch('/read', { headers: { authorization: `Bearer ${bearer}` } })
  expect(await byBearer.json()).toMatchObject({
    userId: user.id,
    kind: 'bearer',
    permission: 'write',
    subscribed: true,
  })
})
