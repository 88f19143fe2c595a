// The service with a real browser, one of each for a test file. In every test, pages must make no request to another
// origin, keep the content security policy, and run no script from a list.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext, Download, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest'
import { openBrowser } from '../../intake/test/chromium.ts'
import { ensureFirstAccount, firstSignInLink } from '../../server/src/accounts/first-account.ts'
import type { Db } from '../../server/src/platform/database/database.ts'
import { startService } from '../../server/test/bulk/service.ts'
import { ALONE } from '../../server/test/support/alone.ts'
import { type Program, startProgram } from '../../server/test/support/program.ts'

export type Console = {
  origin: string
  db: Db
  databaseUrl: string
  browser: Browser
  context: BrowserContext
  /** As printed at startup; it has already signed in the page. */
  signInLink: string
  /** Signed in as the owner. */
  page: Page
  /** A folder that is deleted after the tests. */
  folder: string
  newPage(): Promise<Page>
}

export const PASSWORD = 'four entirely random words'
/** Tests that click a link during an upload handle this question themselves. */
export const LEAVE_QUESTION = 'The upload is not finished. Leave this page and stop it?'
export const OWNER = 'owner@mailsift.internal'

/** The timeout of a page is nearly that of a test: a busy machine is not a failure. */
const PAGE_MAX_MS = 280_000

const SIGN_IN_LINK = /http:[^\s"]+#sign-in=[\w-]+/

type Ends = (() => Promise<unknown>)[]
type Served = { origin: string; db: Db; databaseUrl: string; signInLink: string }

/**
 * The service runs in this process, which is much cheaper than starting the program. `prepare` runs first and returns
 * its settings.
 */
export function describeInBrowser(prepare: () => Promise<NodeJS.ProcessEnv>, tests: (console: Console) => void): void {
  describeServed(async (_folder, ends) => {
    const { origin, db, url, dataDir, stop } = await startService({ ...ALONE, ...(await prepare()) })
    ends.push(stop)
    await ensureFirstAccount(db, dataDir)
    return { origin, db, databaseUrl: url, signInLink: (await firstSignInLink(db, origin))! }
  }, tests)
}

export type ProgramConsole = Console & { program: Program }

/** The real program in separate processes: for tests of its exit, its own store, and the longest lists. */
export function describeProgramInBrowser(
  prepare: () => Promise<NodeJS.ProcessEnv>,
  tests: (console: ProgramConsole) => void,
): void {
  describeServed<{ program: Program }>(async (folder, ends) => {
    const env = await prepare()
    const options = { dataDir: join(folder, 'data'), sharedDatabase: true, env }
    const program = await startProgram({ ...options, onFinished: (end) => ends.push(end) })
    const signInLink = SIGN_IN_LINK.exec(program.output())![0]
    const stores = env.S3_ENDPOINT ? [env.S3_ENDPOINT] : []
    const { db, url } = program.database!
    return { origin: program.origin, db, databaseUrl: url, signInLink, stores, more: { program } }
  }, tests)
}

function describeServed<More = object>(
  serve: (folder: string, ends: Ends) => Promise<Served & { stores?: string[]; more?: More }>,
  tests: (console: Console & More) => void,
): void {
  describe('in Chromium', () => {
    const ends: Ends = []
    const offences: string[] = []
    const opened = {} as Console & More

    beforeAll(async () => {
      const folder = await mkdtemp(join(tmpdir(), 'mailsift-console-'))
      ends.push(() => rm(folder, { recursive: true, force: true }))
      const [{ origin, db, databaseUrl, signInLink, stores = [], more }, browser] = await Promise.all([
        serve(folder, ends),
        openBrowser(),
      ])

      function watch(page: Page): void {
        page.on('console', (message) => {
          if (/Content Security Policy|Trusted ?Type/i.test(message.text())) offences.push(message.text())
        })
        page.on('pageerror', (error) => offences.push(error.message))
        page.on('dialog', async (dialog) => {
          // The page asks for confirmation before it is left during an upload.
          if (dialog.type() === 'beforeunload') await dialog.accept()
          else if (dialog.message() !== LEAVE_QUESTION) offences.push(`a script ran: ${dialog.message()}`)
        })
      }

      const context = await browser.newContext({ locale: 'en-US', acceptDownloads: true, reducedMotion: 'reduce' })
      ends.push(() => context.close())
      context.setDefaultTimeout(PAGE_MAX_MS)
      // A native file dialog cannot be handled here; downloads can.
      await context.addInitScript('delete window.showSaveFilePicker')
      context.on('request', (request) => {
        const { protocol, origin: asked } = new URL(request.url())
        if (protocol.startsWith('http') && ![origin, ...stores].includes(asked)) offences.push(`request to ${asked}`)
      })
      context.on('page', watch)
      const page = await context.newPage()
      await page.goto(signInLink)
      await page.getByRole('heading', { name: 'Check an address' }).waitFor()
      Object.assign(opened, {
        origin,
        db,
        databaseUrl,
        browser,
        context,
        signInLink,
        page,
        folder,
        ...more,
        newPage: () => context.newPage(),
      })
    })
    afterAll(async () => {
      for (const end of ends.reverse()) await end()
    })
    afterEach(() => expect(offences.splice(0)).toEqual([]))

    tests(opened)
  })
}

/** Opens another page by its link: what the worker has loaded stays. */
export async function go(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name, exact: true }).click()
}

export async function chooseFile(page: Page, name: string, bytes: Uint8Array): Promise<void> {
  await startOver(page)
  await page.setInputFiles('input[type=file]', { name, mimeType: 'text/csv', buffer: Buffer.from(bytes) })
}

/** A file on disk: choosing it again gives the same file. */
export async function choosePath(page: Page, path: string): Promise<void> {
  await startOver(page)
  await page.setInputFiles('input[type=file]', path)
}

export async function paste(page: Page, text: string): Promise<void> {
  await startOver(page)
  await page.getByLabel('Or paste addresses').fill(text)
  await page.getByRole('button', { name: 'Preview' }).click()
}

async function startOver(page: Page): Promise<void> {
  // From another page, the link is enough.
  if (new URL(page.url()).pathname.endsWith('/clean')) await go(page, 'Lists')
  await go(page, 'Clean a list')
}

export async function validate(page: Page, { withDomains = false } = {}): Promise<void> {
  await page.getByText('checked in your browser').waitFor()
  await page.getByLabel('Check domains too').setChecked(withDomains)
  if (withDomains) await page.getByLabel('Save safe addresses as contacts').check()
  await page.getByRole('button', { name: 'Validate', exact: true }).click()
}

/** All rows, whatever their status. */
export async function chooseAllRows(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Export/ }).waitFor()
  for (const status of ['Safe to send', 'Risky', 'Do not send', 'Unknown']) {
    const box = page.getByRole('group', { name: 'Rows' }).getByLabel(status)
    if (await box.count()) await box.check()
  }
}

/** Returns the content of a download. */
export async function save(page: Page): Promise<string> {
  const button = page.getByRole('button', { name: /^Export [1-9]/ })
  await button.waitFor()
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()])
  return textOf(download)
}

export async function textOf(download: Download): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

export async function exportAll(page: Page): Promise<string> {
  await chooseAllRows(page)
  return save(page)
}

/** Takes a list from its file to its export, with all rows. */
export async function cleanFile(page: Page, name: string, bytes: Uint8Array): Promise<string> {
  await chooseFile(page, name, bytes)
  await validate(page)
  await page.waitForURL('**/files/*')
  return exportAll(page)
}

/** Credits that the account has used so far, as counted by the service. */
export async function unitsOf(page: Page): Promise<number> {
  return page.evaluate(`fetch('account/usage').then((answer) => answer.json()).then(({ total }) => total)`)
}

export async function setPassword(page: Page): Promise<void> {
  await go(page, 'Settings')
  await page.getByLabel('New password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Set password' }).click()
  await page.getByText('Your password is set').waitFor()
}

/** Runs in the page: ends all sessions of its account, as if from another browser. */
export const END_SESSIONS = `fetch('account/sessions', { method: 'DELETE', headers: { 'mailsift-request': '1' } })`

/** Signs in using the dialog above a page whose session has ended. */
export async function signInAgain(page: Page, email: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
  await dialog.getByLabel('Email address').fill(email)
  await dialog.getByLabel('Password').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await dialog.waitFor({ state: 'detached' })
}

/** Exports all rows and compares them, in any order. */
export async function cleaned(page: Page, rows: string[]): Promise<void> {
  expect((await exportAll(page)).trim().split('\n').slice(1).sort()).toEqual(rows.sort())
}

/** The page offers a retry whenever the service is unreachable. */
export async function untilSubmitted(page: Page): Promise<void> {
  const again = page.getByRole('button', { name: 'Try again' })
  while (!page.url().includes('/files/')) {
    await Promise.race([page.waitForURL('**/files/*'), again.waitFor()])
    if (await again.isVisible()) await again.click()
  }
}
