// The longest lists, from the file to the export.
import { readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { parse } from 'csv-parse/sync'
import type { Browser, Page, Route } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { type Program, startProgram, untilExit } from '../../server/test/support/program.ts'
import { chooseAllRows, describeProgramInBrowser, go, save, textOf, unitsOf, validate } from './browser.ts'
import { LONG_ROWS, longList } from './lists.ts'

const SUBMISSIONS = '**/v1/emails/bulk'

const ends: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const end of ends) await end()
})

describeProgramInBrowser(
  async () => ({}),
  (it) => {
    test('the longest file is previewed, validated and exported completely; a reload and a second try count nothing twice', async () => {
      const { page } = it
      const before = await unitsOf(page)
      const path = join(it.folder, 'long.csv')
      await writeFile(path, longList())
      await go(page, 'Clean a list')
      await countLongTasks(page)
      const began = performance.now()
      await page.setInputFiles('input[type=file]', path)
      await page.getByText('100,000 rows, checked in your browser').waitFor()
      const validated = performance.now() - began
      const longest = await longestTask(page)
      await validate(page)
      await page.waitForURL('**/files/*')
      await page.reload()
      await chooseAllRows(page)
      const exporting = performance.now()
      const csv = await save(page)
      console.log(
        `100,000 rows: validated in ${Math.round(validated)} ms, longest task of the page ${longest} ms, exported in ${Math.round(performance.now() - exporting)} ms, memory of the tab ${await tabMegabytes(it.browser)} MB`,
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

    test('a list of 150,000 rows is one list with one progress, one result and one export, despite a reload and a killed service', async () => {
      const { page } = it
      const before = await unitsOf(page)
      const rows = 150_000
      const path = join(it.folder, 'longer.csv')
      await writeFile(path, longList(rows))
      await go(page, 'Clean a list')
      await page.setInputFiles('input[type=file]', path)
      await page.getByText('The list is uploaded in parts').waitFor()
      // In the middle of the list, however fast the machine is: the first part is submitted, the second is blocked.
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
      await expect.poll(() => held.length).toBe(2)
      await killService(it.program)
      await held[1]!.continue()
      await page.unroute(SUBMISSIONS)
      await page.getByText('Cannot reach the service').first().waitFor()
      await startAgain(it.program)
      await page.waitForURL('**/files/*')
      await countLongTasks(page)
      // Tasks of killed processes are released when their heartbeat has been missing for a while.
      await page.getByRole('button', { name: /^Export/ }).waitFor({ timeout: 1_000_000 })
      await chooseAllRows(page)
      const box = page.getByRole('region', { name: 'Rows of the list' })
      await page.getByRole('searchbox', { name: 'Search rows' }).fill('149999')
      await box.getByText('150,000', { exact: true }).waitFor()
      expect(await box.getByRole('listitem').count()).toBe(1)
      await page.getByRole('button', { name: 'Show all' }).click()
      await page.getByText('150,000 rows', { exact: true }).first().waitFor()
      await box.focus()
      await page.keyboard.press('End')
      await box.getByText('150,000', { exact: true }).waitFor()
      const csv = await save(page)
      console.log(
        `150,000 rows: longest task of the page ${await longestTask(page)} ms, memory of the tab ${await tabMegabytes(it.browser)} MB`,
      )
      expect(addressesOf(csv)).toEqual(addressesOf(await readFile(path, 'utf8')))
      await expect.poll(() => unitsOf(page)).toBe(before + rows)
      await go(page, 'Lists')
      const link = page.getByRole('link', { name: 'longer.csv' })
      await link.waitFor()
      expect(await link.count()).toBe(1)
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Download longer.csv' }).click(),
      ])
      const results = parse(await textOf(download), { columns: true }) as Record<string, string>[]
      expect(results).toHaveLength(rows)
      expect(results.filter((row) => row.email !== row['service.normalized'])).toEqual([])
      await go(page, 'Clean a list')
      await page.setInputFiles('input[type=file]', path)
      await page.getByLabel('Check domains too').uncheck()
      await page.getByText('You already validated this list').waitFor()
      await page.getByRole('link', { name: 'Open results' }).click()
      await page.waitForURL('**/files/*')
    })
  },
)

/** Kills all of its processes at once with SIGKILL. */
async function killService(program: Program): Promise<void> {
  const { api, worker } = await program.pids()
  for (const pid of [program.process.pid!, ...api, ...worker]) process.kill(pid, 'SIGKILL')
  await untilExit(program)
}

const startAgain = ({ dataDir, origin, database }: Program) =>
  startProgram({
    dataDir,
    port: Number(new URL(origin).port),
    env: { DATABASE_URL: database!.url },
    onFinished: (end) => ends.push(end),
  })

const addressesOf = (csv: string) =>
  (parse(csv, { columns: true }) as { id: string; email: string }[]).map(({ id, email }) => `${id} ${email}`)

const countLongTasks = (page: Page) =>
  page.evaluate(`(() => {
    window.longest = 0
    new PerformanceObserver((list) => { for (const { duration } of list.getEntries()) window.longest = Math.max(window.longest, duration) })
      .observe({ type: 'longtask' })
  })()`)

const longestTask = async (page: Page) => Math.round(Number(await page.evaluate('window.longest')))

/** Memory of the largest renderer process, including its worker. */
async function tabMegabytes(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  const held = processInfo
    .filter(({ type }) => type === 'renderer')
    .map(({ id }) => Number(/^RssAnon:\s+(\d+)/m.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1] ?? 0))
  await session.detach()
  return Math.round(Math.max(...held) / 1000)
}
