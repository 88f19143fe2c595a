import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { readPlans } from '../../src/accounts/plans/plans.ts'
import { addUser, codeOf, postJson, signIn, useTestApp } from '../access/test-app.ts'
import { createTestDatabase } from '../support/database.ts'
import { writePlans } from '../usage/quota/plans.ts'

const database = await createTestDatabase()
afterAll(() => database.drop())

test('no more people join an account than its plan allows, also when they join at the same time', async () => {
  const plans = readPlans(await writePlans({ small: { members: 3 } }))
  const app = await useTestApp(database.url, { plans })
  const owner = await addUser(database.db, { plan: 'small', status: 'active', periodEnd: null })
  const headers = { authorization: `Bearer ${(await signIn(app, owner)).bearer}` }
  const secrets: string[] = []
  for (let count = 0; count < 4; count++) {
    const answer = await postJson(app, '/account/invitations', { role: 'member' }, headers)
    secrets.push(((await answer.json()) as { link: string }).link.split('#invitation=')[1]!)
  }
  const answers = await Promise.all(
    secrets.map((secret, at) =>
      postJson(app, '/account/invitations/join', {
        ...{ secret, email: `joins${at}@example.com`, password: 'correct horse battery staple' },
      }),
    ),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 403, 403])
  expect(await codeOf(answers.find(({ status }) => status === 403)!)).toBe('plan_limit')
  const { rows: members } = await sql`SELECT FROM members WHERE account_id = ${owner.id}`.execute(database.db)
  expect(members).toHaveLength(3)
})

test('with the member limit reached, joining responds to known and unknown addresses alike', async () => {
  const plans = readPlans(await writePlans({ single: { members: 1 } }))
  const app = await useTestApp(database.url, { plans })
  const owner = await addUser(database.db, { plan: 'single', status: 'active', periodEnd: null })
  const known = await addUser(database.db)
  const headers = { authorization: `Bearer ${(await signIn(app, owner)).bearer}` }
  const made = await postJson(app, '/account/invitations', { role: 'member' }, headers)
  const secret = ((await made.json()) as { link: string }).link.split('#invitation=')[1]!
  const answers = []
  for (const email of [known.email, 'unknown@example.com']) {
    const body = { secret, email, password: 'correct horse battery staple' }
    const answer = await postJson(app, '/account/invitations/join', body)
    const { code, detail } = (await answer.json()) as { code: string; detail: string }
    answers.push([answer.status, code, detail])
  }
  expect(answers[0]).toEqual([403, 'plan_limit', expect.any(String)])
  expect(answers[1]).toEqual(answers[0])
})
