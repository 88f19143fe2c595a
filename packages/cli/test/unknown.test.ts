// Unknown results are never treated as unsafe and never omitted silently: no DNS server can be reached here.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freePort } from '../../server/test/support/program.ts'
import { makeFolder } from './support/folder.ts'
import { mailsift } from './support/mailsift.ts'
import { useService } from './support/service.ts'

const service = useService(async () => ({
  DNS_SERVERS: `127.0.0.1:${await freePort()}`,
  DNS_TIMEOUT_MS: '100',
  DNS_TRIES: '1',
}))

async function clean(csv: string, args: string[]) {
  const folder = await makeFolder()
  const [input, output] = [join(folder, 'in.csv'), join(folder, 'out.csv')]
  await writeFile(input, csv)
  const options = { env: service.env }
  return mailsift(['clean', input, '-o', output, '--json', '--domain', ...args], options)
}

const ADDRESSES = 'ada.lovelace@contoso.com\njohn.doe@contoso.org\n'

test('rows without a result are counted and reported, and exit with 5', async () => {
  const { code, stdout, stderr } = await clean(`email\n${ADDRESSES}nobody\n`, [])
  expect(code).toBe(5)
  expect(JSON.parse(stdout)).toMatchObject({ status: 'completed', rows: 3, unsafe: 1, unknown: 2 })
  expect(stderr).toMatch(/2 rows could not be checked.*reason column/)
})

test('rows that --only omits because they have no result are reported', async () => {
  const { code, stderr } = await clean(`email\n${ADDRESSES}`, ['--only', 'safe'])
  expect(code).toBe(5)
  expect(stderr).toMatch(/2 rows could not be checked.*not in the output/)
})

test('--fail-on unsafe distinguishes them from rows that are not safe', async () => {
  expect((await clean(`email\n${ADDRESSES}`, ['--fail-on', 'unsafe'])).code).toBe(5)
  expect((await clean(`email\n${ADDRESSES}nobody\n`, ['--fail-on', 'unsafe'])).code).toBe(10)
})

// The command retries before it fails, with the delays that the service sets.
test('validate makes the same distinction', async () => {
  const validate = (...args: string[]) => mailsift(['validate', '--domain', ...args], { env: service.env })
  const mixed = await validate('ada.lovelace@contoso.com', 'nobody')
  expect(mixed.code).toBe(5)
  expect(mixed.stdout).toMatch(/^unknown {4}ada.*\nmalformed {2}nobody/)
  expect((await validate('ada.lovelace@contoso.com')).code).toBe(4)
})
