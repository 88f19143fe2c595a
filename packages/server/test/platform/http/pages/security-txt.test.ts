import { expect, test } from 'vitest'
import { readConfig } from '../../../../src/config/config.ts'
import { registerSecurityTxt } from '../../../../src/platform/http/pages/security-txt.ts'
import { useTestApp } from '../../../access/test-app.ts'
import { useTestDatabase } from '../../../support/database.ts'

const PATH = '/.well-known/security.txt'

async function read(contact: string): Promise<Response> {
  const { url } = await useTestDatabase()
  const app = await useTestApp(url, {
    addRoutes: (http) => registerSecurityTxt(http, { contact, origin: 'https://mail.example' }),
  })
  return app.fetch(PATH)
}

test.each([
  ['security@mail.example', 'mailto:security@mail.example'],
  ['https://mail.example/report', 'https://mail.example/report'],
])('the contact %s is told as RFC 9116 has it, and does not lapse', async (contact, uri) => {
  const answer = await read(contact)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
  const lines = (await answer.text()).trimEnd().split('\n')
  const expires = Date.parse(lines[1]!.replace('Expires: ', ''))
  expect(lines).toEqual([
    `Contact: ${uri}`,
    `Expires: ${new Date(expires).toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: https://mail.example${PATH}`,
  ])
  expect(expires).toBeGreaterThan(Date.now())
  expect(expires).toBeLessThan(Date.now() + 366 * 86_400_000)
})

test('without a contact there is no such file', async () => {
  const answer = await read('')
  expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([404, 'not_found'])
})

test.each([
  'http://mail.example',
  'security',
  'a@b.c\nPolicy: https://evil.example',
  'https://',
  'javascript:alert(1)',
])('the setting %j is refused', (value) => {
  expect(() => readConfig({ SECURITY_CONTACT: value })).toThrow('SECURITY_CONTACT must be')
})
