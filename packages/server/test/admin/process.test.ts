// The command as it is really called: a process of its own, configured by its environment.
import { expect, test } from 'vitest'
import { signIn, useTestApp } from '../accounts/test-app.ts'
import { useTestDatabase } from '../support/database.ts'
import { runAdmin } from './run-admin.ts'

test('a password is read from the input, and nothing but results goes to the output', async () => {
  const { url } = await useTestDatabase()
  const words = ['users', 'create', 'ada@example.com', '--password-stdin', '--json']
  const { code, output, errors } = await runAdmin({ DATABASE_URL: url }, words, 'from the input\nand no more')
  expect({ code, errors }).toEqual({ code: 0, errors: '' })
  expect(JSON.parse(output)).toMatchObject({ email: 'ada@example.com' })
  await signIn(await useTestApp(url), { email: 'ada@example.com', password: 'from the input' })
})

test('a database that cannot be reached is said in one line', async () => {
  const { code, errors } = await runAdmin({ DATABASE_URL: 'postgres://x@localhost/x?host=%2Fnonexistent' }, [
    'users',
    'list',
  ])
  expect([code, errors]).toEqual([1, expect.stringMatching(/^The database cannot be reached: .*\n$/)])
})

test('the configuration is shown with its secrets masked', async () => {
  const environment = { DATABASE_URL: 'postgres://u:hunter2@db/x', SECRET: 'x'.repeat(40), PORT: '4000' }
  for (const words of [['config'], ['config', '--json']]) {
    const { code, output } = await runAdmin(environment, words)
    expect([code, output]).toEqual([0, expect.stringContaining('4000')])
    expect(output).not.toContain('hunter2')
    expect(output).not.toContain('xxxxxxxx')
  }
})

test('all problems of the configuration are reported at once', async () => {
  const { code, errors } = await runAdmin({ PORT: 'x', SIGN_UP: 'maybe', DATABASE_URL: 'mysql://x' }, ['config'])
  expect(code).toBe(1)
  for (const name of ['PORT', 'SIGN_UP', 'DATABASE_URL']) expect(errors).toContain(name)
})

test('credentials inside an address are not shown', async () => {
  const { output } = await runAdmin({ S3_ENDPOINT: 'https://key:pass-word@s3.example:9000/x' }, ['config', '--json'])
  expect(JSON.parse(output)).toMatchObject({ S3_ENDPOINT: 'https://(not shown)@s3.example:9000/x' })
  expect(output).not.toMatch(/pass-word|key:/)
})
