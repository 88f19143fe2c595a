import { expect, test } from 'vitest'
import { readPage } from '../../src/enrichment/website/page.ts'
import { parseRobots } from '../../src/enrichment/website/robots-rules.ts'
import { skim } from '../../src/enrichment/website/skim.ts'
import { HOSTILE_PAGES, HOSTILE_ROBOTS, LONG_PATH } from '../stand-ins/hostile-sites.ts'

const GOOD =
  '<script type="application/ld+json">{"@type":"Organization","name":"Acme","url":"https://acme.com/"}</script>'

const read = (html: string) =>
  readPage({ url: 'https://acme.com/', contentType: 'text/html; charset=utf-8', body: Buffer.from(html) }, 'acme.com')
    .company

test.each(Object.keys(HOSTILE_PAGES))('a page of %s is read to its end', (name) => {
  const alone = read(HOSTILE_PAGES[name]!)
  // Of two owners neither is one.
  expect(read(GOOD + HOSTILE_PAGES[name]!)?.name).toBe(alone?.name ? undefined : 'Acme')
})

test.each(Object.keys(HOSTILE_PAGES))('what is parsed of a page of %s is bounded', (name) => {
  const skimmed = skim(HOSTILE_PAGES[name]!)
  const tags = skimmed.replaceAll(/<script[\s\S]*?<\/script>/g, '').match(/<[^>]*>/g) ?? []
  const attributes = tags.map((tag) => tag.replaceAll(/"[^"]*"/g, '').split(' ').length)
  expect(tags.length).toBeLessThanOrEqual(8_000)
  expect(tags.join('').length).toBeLessThanOrEqual(256 * 1024)
  expect(Math.max(0, ...attributes)).toBeLessThanOrEqual(202)
})

test.each(Object.keys(HOSTILE_ROBOTS))('a robots file of %s is read to its end', (name) => {
  const file = parseRobots(HOSTILE_ROBOTS[name]!, 'mailsift')
  expect([true, undefined]).toContain(file?.allows('/'))
  expect([false, undefined]).toContain(file?.allows(LONG_PATH))
})

test.each(['<!--', '//<![CDATA[', '/* <![CDATA[ */', '<!-- //', '\n<![CDATA['])(
  'JSON-LD that older templates wrap in %j is read',
  (opening) => {
    for (const closing of ['', '-->', '//]]>', '/* ]]> */', ' ]]>\n', '//-->'])
      expect(read(GOOD.replace('{', `${opening}{`).replace('}<', `}${closing}<`))?.name).toBe('Acme')
  },
)
