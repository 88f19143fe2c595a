import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { fromBlob } from '../src/list.ts'
import { bundleForBrowser, inPage } from './chromium.ts'
import { FOLDER, LISTS } from './make-lists.ts'
import { readList } from './read-list.ts'

const bundle = bundleForBrowser(fileURLToPath(new URL('./browser-entry.ts', import.meta.url)), 'intake')

test('the browser bundle imports nothing from Node', async () => {
  const { code, imports } = await bundle
  expect(imports).toEqual([])
  expect(code).not.toMatch(/require\(/)
})

describe('in Chromium', () => {
  test('every list is read cell by cell as in Node, without any network request', async () => {
    const { code } = await bundle
    await inPage(async (page, requests) => {
      await page.addScriptTag({ content: code })
      for (const { name } of LISTS) {
        const bytes = readFileSync(FOLDER + name)
        const read = await page.evaluate(`intake.readBase64(${JSON.stringify(bytes.toString('base64'))})`)
        expect(read, name).toEqual(await readList(fromBlob(new Blob([bytes]))))
      }
      expect(requests).toEqual([])
    })
  })
})
