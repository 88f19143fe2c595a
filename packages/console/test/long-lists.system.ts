// The longest lists, from the file to the export.
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { expect, test } from 'vitest'
import { chooseAllRows, describeProgramInBrowser, go, save, unitsOf, validate } from './browser.ts'
import { LONG_ROWS, longList } from './lists.ts'

describeProgramInBrowser(
  async () => ({}),
  (it) => {
    test('the longest file is validated beside the page, validated and exported whole; a reload and a second try count nothing twice', async () => {
      const { page } = it
      const before = await unitsOf(page)
      const path = join(it.folder, 'long.csv')
      await writeFile(path, longList())
      await go(page, 'Clean a list')
      await page.evaluate(`(() => {
        window.longest = 0
        new PerformanceObserver((list) => { for (const { duration } of list.getEntries()) window.longest = Math.max(window.longest, duration) })
          .observe({ type: 'longtask' })
      })()`)
      const began = performance.now()
      await page.setInputFiles('input[type=file]', path)
      await page.getByText('100,000 rows, checked in your browser').waitFor()
      const validated = performance.now() - began
      const longest = Number(await page.evaluate('window.longest'))
      await validate(page)
      await page.waitForURL('**/files/*')
      await page.reload()
      await chooseAllRows(page)
      const exporting = performance.now()
      const csv = await save(page)
      console.log(
        `100,000 rows: validated in ${Math.round(validated)} ms, longest task of the page ${Math.round(longest)} ms, exported in ${Math.round(performance.now() - exporting)} ms, memory of the tab ${await tabMegabytes(it.browser)} MB`,
      )
      expect(csv.split('\n')).toHaveLength(LONG_ROWS + 2)
      expect(new Set(csv.split('\n')).size).toBe(LONG_ROWS + 2)
      await go(page, 'Clean a list')
      await page.setInputFiles('input[type=file]', path)
      await page.getByLabel('Check domains too').uncheck()
      await page.getByText('You already validated this list').waitFor()
      await go(page, 'Lists')
      const files = page.getByRole('link', { name: 'long.csv' })
      await files.first().waitFor()
      expect(await files.count()).toBe(1)
      await expect.poll(() => unitsOf(page)).toBe(before + LONG_ROWS)
    })
  },
)

/** Of the largest process that draws pages: what it holds, worker included. */
async function tabMegabytes(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  const held = processInfo
    .filter(({ type }) => type === 'renderer')
    .map(({ id }) => Number(/^RssAnon:\s+(\d+)/m.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1] ?? 0))
  await session.detach()
  return Math.round(Math.max(...held) / 1000)
}
