import { describe, expect, test } from 'vitest'
import { makeSignUp } from '../../../src/identity/sign-up/sign-ups.ts'
import { refuseGuessablePassword } from '../../../src/identity/users/password-rules.ts'
import { addToken, addUser, codeOf, postJson, signIn, startAppOfFile, useTestApp } from '../../access/test-app.ts'
import { callAdmin } from '../../admin/run-admin.ts'

const { app, database } = await startAppOfFile()

const NEW = 'a quite different password'

test('a password is changed with the current one, which ends every other session', async () => {
  const user = await addUser(database.db)
  const [here, elsewhere] = [await signIn(app, user), await signIn(app, user)]
  const authorization = `Bearer ${here.bearer}`
  for (const current_password of ['not the password', '', undefined]) {
    const refused = await postJson(app, '/account/password', { current_password, new_password: NEW }, { authorization })
    expect([refused.status, await codeOf(refused)]).toEqual([401, 'invalid_credentials'])
  }
  const body = { current_password: user.password, new_password: NEW }
  expect((await postJson(app, '/account/password', body, { authorization })).status).toBe(204)
  expect((await app.fetch('/read', { headers: { authorization } })).status).toBe(200)
  expect((await app.fetch('/read', { headers: { authorization: `Bearer ${elsewhere.bearer}` } })).status).toBe(401)
  expect((await postJson(app, '/account/sign-in', { email: user.email, password: user.password })).status).toBe(401)
  await signIn(app, { ...user, password: NEW })
})

test('an API token cannot change the password, nor can a page of another site', async () => {
  const user = await addUser(database.db)
  const body = { current_password: user.password, new_password: NEW }
  const token = await addToken(database.db, user.id, 'write')
  expect((await postJson(app, '/account/password', body, { 'service-email-api-token': token })).status).toBe(403)
  const { cookie } = await signIn(app, user)
  const foreign = await postJson(app, '/account/password', body, { cookie, origin: 'https://evil.example' })
  expect([foreign.status, await codeOf(foreign)]).toEqual([403, 'forbidden_origin'])
})

test('guessing the current password is stopped', async () => {
  const fresh = await useTestApp(database.url)
  const user = await addUser(database.db)
  const headers = { authorization: `Bearer ${(await signIn(fresh, user)).bearer}` }
  const statuses = []
  for (let guess = 0; guess < 11; guess++) {
    const body = { current_password: `guess ${guess}`, new_password: NEW }
    statuses.push((await postJson(fresh, '/account/password', body, headers)).status)
  }
  expect(statuses.slice(0, 10)).toEqual(Array(10).fill(401))
  expect(statuses[10]).toBe(429)
})

describe('a password that is tried first is refused', () => {
  test.each([
    ['password1', 'most common'],
    ['QWERTY123', 'most common'],
    ['iloveyou', 'most common'],
    ['Passw0rd!', 'close to a very common one'],
    ['aaaaaaaa', 'repeats the same characters'],
    ['        ', 'repeats the same characters'],
    ['ababababababab', 'repeats the same characters'],
    ['abcdefgh', 'is a sequence'],
    ['zaq1@WSX', 'keys that are next to each other'],
    ['12.05.1984', 'a date or a year'],
    ['k7#mQ2vx', 'too short for the characters'],
    ['ada@example.com', 'the address it belongs to'],
    ['Ada@Example.com1!', 'the address it belongs to'],
    ['example-99', 'the address it belongs to'],
    ['Mailsift!1', 'the name of this service'],
    // Long enough to pass the limit of what is estimated.
    ['a'.repeat(128), 'repeats the same characters'],
  ])('%s (%s)', async (password, reason) => {
    await expect(refuseGuessablePassword(password, 'ada@example.com')).rejects.toMatchObject({
      code: 'password_refused',
      message: expect.stringMatching(new RegExp(`${reason}.*Choose a longer one`)),
    })
  })

  test.each([
    ['lovelace2026', 'Lovelace@example.com'],
    ['lovelace2026', 'ada.lovelace@example.com'],
  ])('%s, which is part of %s', async (password, email) => {
    await expect(refuseGuessablePassword(password, email)).rejects.toMatchObject({ code: 'password_refused' })
  })

  test.each([
    ['correct horse battery staple', 'correct@example.com'],
    ['ada likes long walks', 'ada@example.com'],
    ['Tr0ub4dor&3', 'a@b.co'],
  ])('but not %s for %s', async (password, email) => {
    await refuseGuessablePassword(password, email)
  })

  test('wherever one is set', async () => {
    const user = await addUser(database.db)
    const authorization = `Bearer ${(await signIn(app, user)).bearer}`
    const answers = [
      await postJson(app, '/account/sign-up/confirm', {
        secret: (await makeSignUp(database.db, 'new@example.com')).secret,
        password: 'password1',
      }),
      await postJson(
        app,
        '/account/password',
        { current_password: user.password, new_password: 'password1' },
        { authorization },
      ),
    ]
    for (const answer of answers) expect([answer.status, await codeOf(answer)]).toEqual([400, 'password_refused'])
    for (const words of [
      ['users', 'set-password', user.email],
      ['users', 'create', 'another@example.com', '--password-stdin'],
    ]) {
      const { code, errors } = await callAdmin(database.url, words, 'password1')
      expect([code, errors]).toEqual([1, expect.stringContaining('most common')])
    }
    await signIn(app, user)
  })
})
