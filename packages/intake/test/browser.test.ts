import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { bundleForBrowser, CHROMIUM, inPage, WHY_NOT } from './chromium.ts'
import { FOLDER, LISTS } from './make-lists.ts'
import type { ReadList } from './read-list.ts'

const expected: Record<string, ReadList> = JSON.parse(readFileSync(`${FOLDER}expected.json`, 'utf8'))
const ENTRY = fileURLToPath(new URL('./browser-entry.ts', import.meta.url))

test('what a browser gets imports nothing of Node', async () => {
  expect(await bundleForBrowser(ENTRY, 'intake')).not.toMatch(/['"]node:|require\(/)
})

describe.skipIf(!CHROMIUM)(`in Chromium${CHROMIUM ? '' : ` (skipped: ${WHY_NOT})`}`, () => {
  test('every list is read as it is in Node, and nothing is asked of a network', async () => {
    const script = await bundleForBrowser(ENTRY, 'intake')
    await inPage(async (page, requests) => {
      await page.addScriptTag({ content: script })
      for (const { name } of LISTS) {
        const bytes = readFileSync(FOLDER + name).toString('base64')
        const read = await page.evaluate(`intake.readBase64(${JSON.stringify(bytes)})`)
        expect(read, name).toEqual(expected[name])
      }
      expect(requests).toEqual([])
    })
  })
})
