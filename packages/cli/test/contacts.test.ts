import { expect, onTestFinished, test as plainTest } from 'vitest'
import { startStandIn, TOKEN } from '../../sdk/test/stand-in.ts'
import { contactOf } from '../../sdk/test/stand-in-operations.ts'
import { jsonLines, mailsift } from './support/mailsift.ts'

const test = plainTest.extend<{ run: (args: string[]) => ReturnType<typeof mailsift>; ids: string[] }>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads the needed fixtures from this pattern
  ids: async ({}, use) => use([]),
  run: async ({ ids }, use) => {
    const service = await startStandIn()
    onTestFinished(() => service.close())
    service.contacts.push(contactOf('ada@contoso.com'), contactOf('grace@contoso.org'))
    ids.push(...service.contacts.map(({ id }) => id))
    const env = { MAILSIFT_SERVER: service.origin, MAILSIFT_TOKEN: TOKEN }
    await use((args) => mailsift(args, { env }))
  },
})

test('contacts are listed as a table and as JSON', async ({ run, ids }) => {
  const { code, stdout } = await run(['contacts'])
  expect(code).toBe(0)
  expect(stdout).toMatch(/^CONTACT +ADDRESS +NAME +COMPANY +ENRICHMENT\n/)
  expect(stdout.trimEnd().split('\n').length).toBe(3)
  const items = jsonLines((await run(['contacts', '--json', '--all'])).stdout)
  expect(items.map(({ id }) => id).sort()).toEqual([...ids].sort())
})

test('one contact is shown, and only the given fields are changed', async ({ run, ids }) => {
  const [id] = ids as [string]
  const before = JSON.parse((await run(['contacts', id, '--json'])).stdout)
  const { code, stdout } = await run(['contacts', id, '--last-name', 'Lovelace', '--json'])
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({
    id,
    email: before.email,
    firstName: before.firstName,
    lastName: 'Lovelace',
  })
  expect((await run(['contacts', id])).stdout).toMatch(/^name +.*Lovelace$/m)
})

test('an edit without an id is refused', async ({ run }) => {
  expect((await run(['contacts', '--email', 'a@contoso.com'])).code).toBe(2)
})

test('without contacts, people read how to get them, also in a pipe; programs get no output', async () => {
  const service = await startStandIn()
  onTestFinished(() => service.close())
  const env = { MAILSIFT_SERVER: service.origin, MAILSIFT_TOKEN: TOKEN }
  const told = await mailsift(['contacts'], { env })
  expect(told).toMatchObject({ code: 0, stdout: '' })
  expect(told.stderr).toMatch(/^No contacts yet\..*mailsift validate/s)
  const silent = { code: 0, stdout: '', stderr: '' }
  expect(await mailsift(['contacts', '--json'], { env })).toMatchObject(silent)
  expect(await mailsift(['contacts', '--quiet'], { env })).toMatchObject(silent)
})
