// The console in a real browser, against the real program: from the link that its start prints to exported files.
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CHROMIUM, WHY_NOT } from '../../intake/test/chromium.ts'
import { PROGRAM_TEST, type Program, startProgram } from '../../server/test/support/program.ts'
import { longList, MESSY_LISTS } from './lists.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

describe.skipIf(!CHROMIUM)(`in Chromium${CHROMIUM ? '' : ` (skipped: ${WHY_NOT})`}`, { timeout: 180_000 }, () => {
  let program: Program
  let browser: Browser
  let context: BrowserContext
  let page: Page
  const ends: (() => Promise<unknown>)[] = []
  let resultsUrl: string | undefined
  /** What must never happen, on any page and in any test. */
  const offences: string[] = []

  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'mailsift-console-'))
    ends.push(() => rm(folder, { recursive: true, force: true }))
    program = await startProgram({
      ...{ dataDir: join(folder, 'data'), sharedDatabase: true },
      onFinished: (end) => ends.push(end),
    })
    browser = await chromium.launch({ executablePath: CHROMIUM!, args: ['--no-sandbox'] })
    ends.push(() => browser.close())
    context = await browser.newContext({ locale: 'en-US', acceptDownloads: true })
    // A dialog of the system that asks for a file cannot be answered here; the browser's downloads can.
    await context.addInitScript('delete window.showSaveFilePicker')
    context.on('request', (request) => {
      const { protocol, origin } = new URL(request.url())
      if (protocol.startsWith('http') && origin !== program.origin) offences.push(`request to ${origin}`)
    })
    page = await newPage()
    await page.goto(/http:\S+#sign-in=\S+/.exec(program.output())![0])
    await page.getByRole('heading', { name: 'Check an address' }).waitFor()
  }, PROGRAM_TEST.timeout)
  afterAll(async () => {
    for (const end of ends.reverse()) await end()
  }, PROGRAM_TEST.timeout)

  async function newPage(): Promise<Page> {
    const opened = await context.newPage()
    opened.on('console', (message) => {
      if (/Content Security Policy|Trusted ?Type/i.test(message.text())) offences.push(message.text())
    })
    opened.on('pageerror', (error) => offences.push(error.message))
    opened.on('dialog', (dialog) => offences.push(`a script ran: ${dialog.message()}`))
    return opened
  }

  async function choose(name: string, bytes: Uint8Array): Promise<void> {
    await page.goto(`${program.origin}/clean`)
    await page.setInputFiles('input[type=file]', { name, mimeType: 'text/csv', buffer: Buffer.from(bytes) })
  }

  async function validate(): Promise<void> {
    await page.getByText('judged in this browser').waitFor()
    await page.getByLabel('Look up the domains too').uncheck()
    await page.getByRole('button', { name: 'Validate the list' }).click()
    await page.waitForURL('**/files/*')
  }

  /** All rows, whatever their status. */
  async function exportAll(): Promise<string> {
    for (const status of ['Look twice', 'Do not send', 'Errors: not known']) {
      const box = page.getByRole('group', { name: 'Rows' }).getByLabel(status)
      if (await box.count()) await box.check()
    }
    const save = page.getByRole('button', { name: /^Save [1-9]/ })
    await save.waitFor()
    const [download] = await Promise.all([page.waitForEvent('download'), save.click()])
    return readFileSync(await download.path(), 'utf8')
  }

  test('the link has signed in, works no second time, and stands in no address', async () => {
    expect(page.url()).toBe(`${program.origin}/`)
    const other = await (await browser.newContext()).newPage()
    await other.goto(/http:\S+#sign-in=\S+/.exec(program.output())![0])
    await other.getByRole('alert').getByText('was used').waitFor()
    await other.context().close()
  })

  test('the verdict appears while one types, with nothing sent', async () => {
    const asked: string[] = []
    const note = (request: { url(): string }) => void (request.url().includes('/v1/') && asked.push(request.url()))
    page.on('request', note)
    await page.getByLabel('E-mail address').fill('peter.miller@gmial.com')
    await page.getByText('Do not send').waitFor()
    await page.getByText('peter.miller@gmail.com').waitFor()
    page.off('request', note)
    expect(asked).toEqual([])
  })

  test.each(MESSY_LISTS)('$name comes out as it should, byte for byte', async ({ name, bytes, expected }) => {
    await choose(name, bytes)
    await validate()
    await page.getByRole('button', { name: /^Save/ }).waitFor()
    expect(await exportAll()).toBe(expected)
    resultsUrl = page.url()
  })

  test('the longest file is judged beside the page, validated and exported, and nothing is counted twice', async () => {
    const path = join(program.dataDir, '../long.csv')
    await writeFile(path, longList())
    await page.goto(`${program.origin}/clean`)
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
    await validate()
    await page.reload()
    await page.getByRole('button', { name: /^Save/ }).waitFor({ timeout: 120_000 })
    const exporting = performance.now()
    const csv = await exportAll()
    console.log(
      `100,000 rows: judged in ${Math.round(judged)} ms, longest task of the page ${Math.round(longest)} ms, exported in ${Math.round(performance.now() - exporting)} ms`,
    )
    expect(csv.split('\n')).toHaveLength(100_002)
    // The same file again is the same submission.
    await page.goto(`${program.origin}/clean`)
    await page.setInputFiles('input[type=file]', path)
    await page.getByLabel('Look up the domains too').uncheck()
    await page.getByText('was submitted before').waitFor()
    await page.goto(`${program.origin}/files`)
    const files = page.getByRole('link', { name: 'long.csv' })
    await files.first().waitFor()
    expect(await files.count()).toBe(1)
  })

  test('a killed API is waited for, and the page goes on by itself', async () => {
    await page.goto(`${program.origin}/clean`)
    await page.getByLabel('Or paste addresses').fill('ann.lee@contoso.com\nbob.ray@contoso.com')
    await page.getByRole('button', { name: 'Look at them' }).click()
    await page.getByText('judged in this browser').waitFor()
    for (const pid of (await program.pids()).api) process.kill(pid, 'SIGKILL')
    await page.getByLabel('Look up the domains too').uncheck()
    await page.getByRole('button', { name: 'Validate the list' }).click()
    for (let tries = 0; tries < 20 && !page.url().includes('/files/'); tries++) {
      const again = page.getByRole('button', { name: 'Try again' })
      await Promise.race([page.waitForURL('**/files/*'), again.waitFor()])
      if (await again.isVisible()) await again.click()
    }
    await page.getByRole('button', { name: 'Save 2 rows' }).waitFor()
  })

  test('a session that was ended elsewhere asks to sign in above the page, which stays', async () => {
    await page.goto(`${program.origin}/settings`)
    await page.getByLabel('New password').fill('four entirely random words')
    await page.getByRole('button', { name: 'Set a password' }).click()
    await page.getByText('The password is set').waitFor()
    await page.goto(`${program.origin}/clean`)
    await page.getByLabel('Or paste addresses').fill('ann.lee@contoso.com')
    await page.getByRole('button', { name: 'Look at them' }).click()
    await page.getByText('judged in this browser').waitFor()
    await page.evaluate(`fetch('account/sessions', { method: 'DELETE', headers: { 'mailsift-request': '1' } })`)
    await page.getByLabel('Look up the domains too').uncheck()
    await page.getByRole('button', { name: 'Validate the list' }).click()
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
    await dialog.getByLabel('E-mail address').fill('owner@mailsift.internal')
    await dialog.getByLabel('Password').fill('four entirely random words')
    await dialog.getByRole('button', { name: 'Sign in' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: /Take the upload up again|Validate the list/ }).click()
    await page.waitForURL('**/files/*')
  })

  test('opened under another name of the machine, uploads and downloads go the way the page came', async () => {
    const elsewhere = await browser.newContext({ locale: 'en-US' })
    const local = program.origin.replace('127.0.0.1', 'localhost')
    const asked = new Set<string>()
    elsewhere.on(
      'request',
      (request) => void (request.url().startsWith('http') && asked.add(new URL(request.url()).origin)),
    )
    const other = await elsewhere.newPage()
    await other.goto(`${local}/clean`)
    await other.getByLabel('E-mail address').fill('owner@mailsift.internal')
    await other.getByLabel('Password').fill('four entirely random words')
    await other.getByRole('button', { name: 'Sign in' }).click()
    await other.getByLabel('Or paste addresses').fill('eva.weber@contoso.com')
    await other.getByRole('button', { name: 'Look at them' }).click()
    await other.getByText('judged in this browser').waitFor()
    await other.getByLabel('Look up the domains too').uncheck()
    await other.getByRole('button', { name: 'Validate the list' }).click()
    await other.getByRole('button', { name: 'Save 1 row' }).waitFor({ timeout: 60_000 })
    expect([...asked]).toEqual([local])
    await elsewhere.close()
  })

  test('a token is shown once, and every snippet names the service and the token', async () => {
    await page.goto(`${program.origin}/tokens`)
    await page.getByRole('button', { name: 'New token' }).first().click()
    await page.getByLabel('Name').fill('shop')
    await page.getByRole('dialog').getByRole('button', { name: 'New token' }).click()
    const token = await page.getByRole('region', { name: 'The token' }).innerText()
    expect(token.trim()).toMatch(/^ms_w_\w{36}$/)
    for (const language of ['curl', 'Node', 'Python', 'PHP']) {
      await page.getByRole('tab', { name: language }).click()
      const snippet = await page.getByRole('tabpanel').innerText()
      expect(snippet).toContain(token.trim())
      expect(snippet).toContain(`${program.origin}/v1/emails/validate`)
    }
    await page.getByRole('button', { name: 'I have kept it' }).click()
    expect(await page.evaluate('JSON.stringify(localStorage)')).not.toContain('ms_w_')
  })

  test('axe finds nothing on any page, in both themes, narrow and wide, and no page scrolls sideways', async () => {
    const results = resultsUrl ?? `${program.origin}/files`
    const paths = ['/', '/?email=info@contoso.com', '/clean', '/files', '/contacts', '/tokens', '/usage', '/settings']
    const found: string[] = []
    for (const url of [...paths.map((path) => program.origin + path), results]) {
      await page.goto(url)
      await expect
        .poll(() => page.getByRole('heading', { level: 1 }).count(), { message: `${url}: its heading` })
        .toBe(1)
      await page.waitForLoadState('networkidle')
      await page.evaluate(AXE)
      for (const colorScheme of ['light', 'dark'] as const)
        for (const width of [360, 1280]) {
          await page.setViewportSize({ width, height: 800 })
          await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
          await page.locator(`:root[data-theme="${colorScheme}"]`).waitFor({ state: 'attached' })
          const { violations } = (await page.evaluate('axe.run()')) as {
            violations: { id: string; nodes: { html: string }[] }[]
          }
          for (const { id, nodes } of violations) found.push(`${url} ${colorScheme} ${width}: ${id} ${nodes[0]?.html}`)
          if (await page.evaluate('document.documentElement.scrollWidth > innerWidth'))
            found.push(`${url} ${width}: wider than the screen`)
        }
    }
    expect(found).toEqual([])
  })

  test('in all of this no policy was violated, no other origin asked, and no script of a file ran', () => {
    expect(offences).toEqual([])
  })
})
