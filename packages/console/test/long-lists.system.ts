// The longest lists, from the file to the export.
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import type { Browser, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { chooseAllRows, describeProgramInBrowser, go, save, unitsOf, validate } from './browser.ts'
import { LONG_ROWS, longList } from './lists.ts'

const SUBMISSIONS = '**/v1/emails/bulk'

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

    test('a list of 150,000 rows is one list with one progress, one result and one export, through a reload and a killed service', async () => {
      const { page } = it
      const before = await unitsOf(page)
      const rows = 150_000
      const path = join(it.folder, 'longer.csv')
      await writeFile(path, longList(rows))
      await go(page, 'Clean a list')
      await page.setInputFiles('input[type=file]', path)
      await page.getByText('The list is split into files').waitFor()
      // In the middle of the list, however fast the machine is: the first part is submitted, the second is held.
      const held: Route[] = []
      await page.route(SUBMISSIONS, async (route) => {
        if (route.request().headers()['idempotency-key']?.endsWith('-2')) held.push(route)
        else await route.continue()
      })
      await validate(page)
      await page.getByText('Submitting part 2 of 2').waitFor()
      await page.reload()
      await go(page, 'Lists')
      await page.getByRole('link', { name: 'longer.csv' }).waitFor()
      await go(page, 'Clean a list')
      await page.setInputFiles('input[type=file]', path)
      await page.getByText('150,000 rows, checked in your browser').waitFor()
      await page.getByLabel('Check domains too').uncheck()
      await page.getByRole('button', { name: 'Resume upload' }).click()
      await page.getByText('Submitting part 2 of 2').waitFor()
      const { api, worker } = await it.program.pids()
      for (const pid of [...api, ...worker]) process.kill(pid, 'SIGKILL')
      await expect.poll(() => held.length).toBe(2)
      await held[1]!.continue()
      await page.unroute(SUBMISSIONS)
      await page.waitForURL('**/files/*')
      await chooseAllRows(page)
      await page.evaluate(`(() => {
        window.longest = 0
        new PerformanceObserver((list) => { for (const { duration } of list.getEntries()) window.longest = Math.max(window.longest, duration) })
          .observe({ type: 'longtask' })
      })()`)
      await page.getByRole('searchbox', { name: 'Search rows' }).fill('149999')
      await page
        .getByText('149,999')
        .or(page.getByText('150,000', { exact: true }))
        .first()
        .waitFor()
      await page.getByRole('button', { name: 'Show all' }).click()
      const rowsBox = page.getByRole('region', { name: 'Rows of the list' })
      // The box is as high as its rows only when they are all back.
      await expect
        .poll(async () => {
          await rowsBox.evaluate('(box) => box.scrollTo(0, box.scrollHeight)')
          return rowsBox.getByText('150,000', { exact: true }).isVisible()
        })
        .toBe(true)
      const csv = await save(page)
      console.log(
        `150,000 rows: longest task of the page ${Math.round(Number(await page.evaluate('window.longest')))} ms, memory of the tab ${await tabMegabytes(it.browser)} MB`,
      )
      const lines = csv.trimEnd().split('\n')
      expect(lines).toHaveLength(rows + 1)
      expect(new Set(lines).size).toBe(rows + 1)
      expect(lines[1]).toMatch(/^0,anna/)
      expect(lines.at(-1)).toMatch(/^149999,/)
      await expect.poll(() => unitsOf(page)).toBe(before + rows)
      await go(page, 'Lists')
      const link = page.getByRole('link', { name: 'longer.csv' })
      await link.waitFor()
      expect(await link.count()).toBe(1)
      await go(page, 'Clean a list')
      await page.setInputFiles('input[type=file]', path)
      await page.getByLabel('Check domains too').uncheck()
      await page.getByText('You already validated this list').waitFor()
      await page.getByRole('link', { name: 'Open results' }).click()
      await page.waitForURL('**/files/*')
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
