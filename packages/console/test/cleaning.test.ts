// From a list as people have it to an exported file, byte for byte.
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  chooseAllRows,
  chooseFile,
  describeInBrowser,
  exportAll,
  go,
  OWNER,
  paste,
  SIGN_IN_LINK,
  save,
  unitsOf,
  validate,
} from './browser.ts'
import { LONG_ROWS, longList, MESSY_LISTS } from './lists.ts'
import { addContacts, addHostileSources } from './samples.ts'

describeInBrowser(
  async () => ({}),
  (it) => {
    test('the link of the start has signed in, works no second time, and stands in no address', async () => {
      expect(it.page.url()).toBe(`${it.program.origin}/`)
      const stranger = await it.browser.newContext()
      const other = await stranger.newPage()
      await other.goto(SIGN_IN_LINK.exec(it.program.output())![0])
      await other.getByRole('alert').getByText('was used').waitFor()
      await stranger.close()
    })

    test('a browser that was never here shows the first page, and says how long it took', async () => {
      const ready: Record<string, number> = {}
      for (const [path, mark] of [
        ['/', 'text=Check an address'],
        ['/docs', 'h1, h2'],
      ] as const) {
        const fresh = await it.newContext()
        const page = await fresh.newPage()
        const began = performance.now()
        await page.goto(it.program.origin + path, { waitUntil: 'commit' })
        await page.locator(mark).first().waitFor()
        ready[path] = Math.round(performance.now() - began)
        await fresh.close()
      }
      console.log(`first page ready after ${ready['/']} ms, the API reference after ${ready['/docs']} ms`)
      expect(Object.keys(ready)).toEqual(['/', '/docs'])
    })

    test('the verdict appears while one types, with nothing sent', async () => {
      const asked: string[] = []
      const note = (request: { url(): string }) =>
        void (/\/(v1|insight)\//.test(request.url()) && asked.push(request.url()))
      it.page.on('request', note)
      await it.page.getByLabel('E-mail address').fill('peter.miller@gmial.com')
      await it.page.getByRole('heading', { name: 'Do not send' }).waitFor()
      await it.page.getByText('peter.miller@gmail.com').waitFor()
      it.page.off('request', note)
      expect(asked).toEqual([])
    })

    test('a double click does once what a click does: one token, one list', async () => {
      const { page } = it
      const before = await unitsOf(page)
      await go(page, 'Tokens')
      await page.getByRole('button', { name: 'New token' }).first().click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Name').fill('twice')
      await dialog.getByRole('button', { name: 'New token' }).dblclick()
      await page.getByRole('button', { name: 'I have kept it' }).click()
      await dialog.waitFor({ state: 'detached' })
      await page.getByRole('heading', { name: '2 usable tokens' }).waitFor()
      expect(await page.getByRole('rowheader', { name: 'twice' }).count()).toBe(1)
      await paste(page, 'ann.lee@contoso.com\nbob.ray@contoso.com')
      await page.getByText('judged in this browser').waitFor()
      await page.getByLabel('Look up the domains too').uncheck()
      await page.getByRole('button', { name: 'Validate the list' }).dblclick()
      await page.waitForURL('**/files/*')
      await page.getByRole('button', { name: /^Save 2 rows/ }).waitFor()
      await expect.poll(() => unitsOf(page)).toBe(before + 2)
    })

    test('what sites say of a contact runs nothing, leads nowhere but to pages, and stays within a narrow screen', async () => {
      const { page } = it
      const { db } = it.program.database!
      await addContacts(db, OWNER, ['eve.mallory@contoso.com'])
      await addHostileSources(db, 'eve.mallory@contoso.com')
      await go(page, 'Contacts')
      await page.getByRole('link', { name: 'Eve Mallory' }).click()
      await page.getByText('What each source said').waitFor()
      await page.getByText('<img src=x onerror=alert(2)>').first().waitFor()
      await page.setViewportSize({ width: 360, height: 800 })
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360)
      const links = await page.evaluate(`[...document.querySelectorAll('a')].map(({ protocol }) => protocol)`)
      expect(new Set(links as string[])).toEqual(new Set(['http:']))
      await page.setViewportSize({ width: 1280, height: 800 })
    })

    test.each(MESSY_LISTS)('$name comes out as it should, byte for byte', async ({ name, bytes, expected }) => {
      await chooseFile(it.page, name, bytes)
      await validate(it.page)
      await it.page.waitForURL('**/files/*')
      expect(await exportAll(it.page)).toBe(expected)
    })

    test('the longest file is judged beside the page, validated and exported whole; a reload and a second try count nothing twice', async () => {
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
      await page.getByText('100,000 rows, judged in this browser').waitFor()
      const judged = performance.now() - began
      const longest = Number(await page.evaluate('window.longest'))
      await validate(page)
      await page.waitForURL('**/files/*')
      await page.reload()
      await chooseAllRows(page)
      const exporting = performance.now()
      const csv = await save(page)
      console.log(
        `100,000 rows: judged in ${Math.round(judged)} ms, longest task of the page ${Math.round(longest)} ms, exported in ${Math.round(performance.now() - exporting)} ms, memory of the tab ${await tabMegabytes(it.browser)} MB`,
      )
      expect(csv.split('\n')).toHaveLength(LONG_ROWS + 2)
      expect(new Set(csv.split('\n')).size).toBe(LONG_ROWS + 2)
      await go(page, 'Clean a list')
      await page.setInputFiles('input[type=file]', path)
      await page.getByLabel('Look up the domains too').uncheck()
      await page.getByText('was submitted before').waitFor()
      await go(page, 'Files and jobs')
      const files = page.getByRole('link', { name: 'long.csv' })
      await files.first().waitFor()
      expect(await files.count()).toBe(1)
      await expect.poll(() => unitsOf(page), { timeout: 30_000 }).toBe(before + LONG_ROWS)
    })

    test('a list with more rows than a file may have becomes several files; each row is validated and counted once', async () => {
      const { page } = it
      const before = await unitsOf(page)
      const rows = LONG_ROWS + 3
      const path = join(it.folder, 'longer.csv')
      await writeFile(path, longList(rows))
      await go(page, 'Clean a list')
      await page.setInputFiles('input[type=file]', path)
      await page.getByText('It becomes several files').waitFor()
      await validate(page)
      await page.waitForURL('**/files')
      for (const part of [1, 2]) await page.getByRole('link', { name: `longer (${part} of 2).csv` }).waitFor()
      await expect.poll(() => unitsOf(page), { timeout: 60_000 }).toBe(before + rows)
      await go(page, 'Files and jobs')
      await page.getByRole('link', { name: 'longer (2 of 2).csv' }).click()
      await chooseAllRows(page)
      expect((await save(page)).trimEnd().split('\n')).toHaveLength(3 + 1)
      await go(page, 'Clean a list')
      await page.setInputFiles('input[type=file]', path)
      await page.getByLabel('Look up the domains too').uncheck()
      await page.getByText('was submitted before').waitFor()
      await page.getByRole('link', { name: 'Open its results' }).click()
      await page.waitForURL('**/files')
    })
  },
)

/** Of the largest process that draws pages: what it holds by itself, worker included. */
async function tabMegabytes(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  const held = processInfo
    .filter(({ type }) => type === 'renderer')
    .map(({ id }) => Number(/^RssAnon:\s+(\d+)/m.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1] ?? 0))
  await session.detach()
  return Math.round(Math.max(...held) / 1000)
}
