import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { PAGES } from '../../help/pages.ts'
import { HELP } from '../src/parts/help.ts'
import { providerName } from '../src/parts/provider.ts'

test.each(Object.entries(HELP))('the help link of %s leads to a section of the documentation', (_page, target) => {
  const [path, section] = target.split('#')
  const page = PAGES.find((each) => each.path === path)
  expect(page).toBeDefined()
  const text = readFileSync(new URL(`../../../${page!.source}`, import.meta.url), 'utf8')
  const anchors = Array.from(text.matchAll(/^#+ (.+)$/gm), ([, title]) => title!.toLowerCase().replaceAll(' ', '-'))
  if (section) expect(anchors).toContain(section)
})

test.each([
  ['google-workspace', 'Google Workspace'],
  ['microsoft-consumer', 'Outlook.com'],
  ['mail.com', 'mail.com'],
  ['gmx', 'GMX'],
  ['network-solutions', 'Network Solutions'],
])('the provider %s is shown as %s', (id, name) => {
  expect(providerName(id)).toBe(name)
})
