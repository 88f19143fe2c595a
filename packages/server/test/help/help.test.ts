import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { INPUTS } from '../../../../scripts/build/parts.mjs'
import { PAGES } from '../../../help/pages.ts'
import { registerHelp } from '../../src/help/routes.ts'
import { builtFile } from '../../src/platform/built-file.ts'
import { useTestApp } from '../access/test-app.ts'
import { useTestDatabase } from '../support/database.ts'

test('every page of the documentation is served below /help with a policy that loads nothing from elsewhere', async () => {
  const { url } = await useTestDatabase()
  const app = await useTestApp(url, { addRoutes: registerHelp })
  for (const { path } of PAGES) {
    const answer = await app.fetch(`/help/${path}`)
    expect([path, answer.status, answer.headers.get('content-type')]).toEqual([path, 200, 'text/html; charset=utf-8'])
    expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'self' 'sha256-/)
  }
  expect((await app.fetch('/help/')).status).toBe(200)
  expect((await app.fetch('/help/no-such-page')).status).toBe(404)
  expect((await app.fetch('/help/..%2f..%2fserver%2fpackage.json')).status).toBe(404)
})

test('a page of the documentation requests nothing from another host', () => {
  const folder = builtFile('help', '.')
  const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.html'))
  const requested = pages.flatMap((name) =>
    [
      ...readFileSync(new URL(name, folder), 'utf8').matchAll(
        /<(?:script|link|img|iframe)[^>]+(?:src|href)="([^"]+)"/g,
      ),
    ].map(([, target]) => target!),
  )
  expect(requested.filter((target) => !target.startsWith('/help/') && !target.startsWith('data:'))).toEqual([])
})

test('a change to any page makes the committed documentation stale', () => {
  const isInput = (source: string) => INPUTS.help.some((input) => source === input || source.startsWith(`${input}/`))
  expect(PAGES.filter(({ source }) => !isInput(source))).toEqual([])
})
