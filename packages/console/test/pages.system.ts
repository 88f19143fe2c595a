// Every page in every state, checked by axe. `npm run pictures` also saves each state as a picture, and pages in both
// themes at both widths.
import { readFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { execFile } from '../../../scripts/testing/programs.ts'
import { findUserOf } from '../../server/src/accounts/accounts.ts'
import { setOperator } from '../../server/src/identity/identity.ts'
import { type DnsServer, startDnsServer } from '../../server/test/stand-ins/dns-server.ts'
import { findFaults } from './axe.ts'
import { chooseFile, describeInBrowser, go, OWNER, PASSWORD, setPassword, unitsOf, validate } from './browser.ts'
import { addSources, addUsage, countContacts, endFiles, failPart, REGISTERED } from './samples.ts'

const PICTURES = process.env.PICTURES
const LIST = readFileSync(new URL('./customers.csv', import.meta.url))

/**
 * Each theme and each width once, because no color depends on a width. All rules are checked where boxes scroll and
 * targets are close together; a theme changes only colors. The other combinations are for the pictures of pages.
 */
const WAYS = [
  { width: 360, colorScheme: 'light', reading: 'all rules' },
  { width: 360, colorScheme: 'dark', reading: 'none' },
  { width: 1280, colorScheme: 'light', reading: 'none' },
  { width: 1280, colorScheme: 'dark', reading: 'colours' },
] as const

/** On a narrow screen the navigation and a column are hidden, so these pages are checked with all rules when wide. */
const ALL_RULES_WHEN_WIDE: readonly string[] = ['check-empty', 'clean']

/** States of a page have a name of two parts (`page-state`). */
const isPage = (name: string) => !name.includes('-')

const MX = {
  MX: [[10, 'aspmx.l.google.com']],
  NS: ['ns1.contoso.com', 'ns2.contoso.com'],
  A: ['93.184.216.34'],
} as const

type Answer = { result: { metadata: { domain: object } } }

let dns: DnsServer
afterAll(() => dns?.close())

describeInBrowser(
  async () => {
    dns = await startDnsServer(() => MX)
    return { DNS_SERVERS: dns.address, DNS_CANARIES: 'off', DENY_DOMAINS: 'throwaway.test' }
  },
  (it) => {
    /** Checks what is shown: a page or one of its states. */
    async function look(name: string, page = it.page): Promise<void> {
      const found: string[] = []
      const isPictured = PICTURES && isPage(name)
      for (const { width, colorScheme, reading } of WAYS.filter(({ reading }) => reading !== 'none' || isPictured)) {
        await page.setViewportSize({ width, height: 800 })
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        await page.locator(`:root[data-theme="${colorScheme}"]`).waitFor({ state: 'attached' })
        await settled(page)
        const isColoursOnly = reading === 'colours' && !ALL_RULES_WHEN_WIDE.includes(name)
        const faults = await findFaults(page, isColoursOnly)
        found.push(...faults.map((fault) => `${name} ${colorScheme} ${width}: ${fault}`))
        if (PICTURES) await picture(page, `${name}-${colorScheme}${width === 360 ? '-narrow' : ''}`)
      }
      expect(found.join('\n')).toBe('')
    }

    /** Makes the screen wide, with the navigation beside the page. */
    const wide = (page: Page) => page.setViewportSize({ width: 1280, height: 800 })
    const heading = (name: string | RegExp, page = it.page) => page.getByRole('heading', { level: 1, name }).waitFor()

    test('low-contrast text is found, also on a page that was already checked', async () => {
      const { page } = it
      const paint = (colour: string) => page.evaluate(`document.querySelector('h1').style.color = '${colour}'`)
      await heading('Check an address')
      expect(await findFaults(page)).toEqual([])
      await paint('rgb(128 128 128 / 40%)')
      expect(await findFaults(page, true)).toEqual([expect.stringMatching(/^color-contrast <h1/)])
      await paint('')
    })

    test('without any data, every page shows the next step', async () => {
      const { page } = it
      await page.getByText('You have no password yet').waitFor()
      await look('check-empty')
      await page.getByRole('button', { name: 'Not now' }).click()
      await page.getByText('You have no password yet').waitFor({ state: 'detached' })
      for (const [link, title, name, sign] of [
        ['Clean a list', 'Clean a list', 'clean-drop', 'Drop a file here'],
        ['Lists', 'Lists', 'files-empty', 'No lists yet'],
        ['Contacts', 'Contacts', 'contacts-empty', 'No contacts yet'],
        ['Usage', 'Usage', 'usage-empty', 'No usage in this period'],
      ] as const) {
        await wide(page)
        await go(page, link)
        await heading(title)
        await page.getByText(sign).waitFor()
        await look(name)
      }
    })

    test('an address, its verdict and its domain', async () => {
      const { page } = it
      await wide(page)
      await go(page, 'Check an address')
      const field = page.getByLabel('Email address')
      await field.fill('anna@@contoso.com')
      await page.getByRole('heading', { name: 'Not an email address' }).waitFor()
      await look('check-malformed')
      await field.fill('peter.miller@gmial.com')
      await page.getByRole('heading', { name: 'Do not send' }).waitFor()
      await look('check-typo')
      await field.fill('Jane.Doe+news@contoso.com')
      await page.getByRole('heading', { name: 'Safe to send' }).waitFor()
      // As in an installation with registry lookups.
      await page.route('**/insight/emails/validate*', async (route) => {
        const answer = await route.fetch()
        const told = (await answer.json()) as Answer
        Object.assign(told.result.metadata.domain, REGISTERED)
        await route.fulfill({ response: answer, json: told })
      })
      await field.press('Enter')
      await page.getByRole('heading', { name: 'Domain: contoso.com' }).waitFor()
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      await page.getByRole('heading', { name: 'Dates (11,000 days old)' }).waitFor()
      const dates = page.getByRole('list').filter({ hasText: 'Registered' }).getByRole('listitem')
      expect(await dates.allInnerTexts()).toEqual(
        ['Registered\nAug 14, 1995', 'Changed\nMay 3, 2024', 'Expires\nAug 13, 2099'].map((text) =>
          expect.stringMatching(new RegExp(text.replace(/\s/g, '\\s*'))),
        ),
      )
      for (const fact of ['client transfer prohibited', 'MarkMonitor Inc.'])
        await page.getByText(fact, { exact: true }).waitFor()
      expect(await page.getByText('Signed', { exact: true }).count()).toBe(1)
      await look('check')
    })

    test('a list from its file to its export', async () => {
      const { page } = it
      await wide(page)
      await chooseFile(page, 'no list.pdf', Buffer.from('%PDF-1.7\n%\u00e2\u00e3'))
      await page.getByRole('alert').waitFor()
      await look('clean-unreadable')
      for (const name of ['old.csv', 'broken.csv', 'customers.csv']) {
        await wide(page)
        await chooseFile(page, name, LIST)
        await page.getByText('checked in your browser').waitFor()
        if (name === 'customers.csv') {
          await page.getByRole('button', { name: /Role-based address/ }).click()
          await page.getByText(/^Role-based address \((1 row|2 rows)\)$/).waitFor()
          await look('clean-filtered')
          await wide(page)
          await page.getByRole('button', { name: 'Show all' }).click()
          await page.locator('summary', { hasText: 'with a problem' }).click()
          await look('clean')
          await wide(page)
        }
        // As for a slow list; the page polls until it is done.
        if (name === 'customers.csv')
          await page.route('**/account/lists/*', async (route) => {
            const answer = await route.fetch()
            const told = { ...(await answer.json()), status: 'processing', total: 80_000, processed: 31_000 }
            await route.fulfill({ response: answer, json: told })
          })
        await validate(page, { withDomains: true })
        await page.waitForURL('**/files/*')
        if (name === 'customers.csv') {
          await page.getByText('31,000 of 80,000 rows validated').waitFor()
          expect(await page.title()).toContain('38.8% · customers.csv')
          await look('results-running')
          await page.unrouteAll({ behavior: 'ignoreErrors' })
        }
        await page.getByRole('button', { name: /^Export [1-9]/ }).waitFor()
      }
      await look('results')
    })

    test('files and contacts of a console in use', async () => {
      const { page } = it
      const { db } = it
      await wide(page)
      await expect.poll(() => unitsOf(page)).toBeGreaterThan(10)
      await expect.poll(() => countContacts(db)).toBeGreaterThan(3)
      await addUsage(db)
      await addSources(db)
      await endFiles(db, { expired: 'old.csv', failed: 'broken.csv' })
      await go(page, 'Lists')
      await page.getByText('expired', { exact: true }).waitFor()
      await look('files')
      await wide(page)
      await page.getByRole('link', { name: 'broken.csv' }).click()
      await page.getByText('The list could not be processed').waitFor()
      await look('results-failed')
      await wide(page)
      await go(page, 'Lists')
      await page.getByRole('link', { name: 'old.csv' }).click()
      await page.getByText('These results have expired').waitFor()
      await look('results-expired')
      await wide(page)
      await go(page, 'Contacts')
      await page.getByText('Head of Sales').waitFor()
      await look('contacts')
      await wide(page)
      await page.getByLabel('Search').fill('nothing like this')
      await page.getByText('No matching contacts').waitFor()
      await look('contacts-none')
      await wide(page)
      await page.getByLabel('Search').fill('')
      await page.getByRole('link', { name: 'Anna Lee' }).click()
      await page.getByText('Makers of paper').first().waitFor()
      await look('contact')
      await wide(page)
      await page.getByRole('button', { name: 'Delete' }).click()
      await page.getByRole('dialog').waitFor()
      await look('contact-delete')
      await page.keyboard.press('Escape')
      await wide(page)
      await failPart(db, 'customers.csv')
      await go(page, 'Lists')
      await page.getByText('partly done').waitFor()
      await page.getByRole('link', { name: 'customers.csv' }).click()
      await page.getByText('Part of the list could not be processed').waitFor()
      await page.getByText(/^Rows 1 to \d+: The part failed\.$/).waitFor()
      await page.getByRole('button', { name: /^Export [1-9]/ }).waitFor()
      await look('results-partial')
    })

    test('a domain report and a team', async () => {
      const { page } = it
      await wide(page)
      await go(page, 'Domain report')
      await page.getByLabel('Domain', { exact: true }).fill('contoso.com')
      await page.getByRole('button', { name: 'Look up' }).click()
      await page.getByRole('row', { name: /^DMARC/ }).waitFor()
      await look('domain')
      await wide(page)
      await go(page, 'Team')
      await page.getByRole('row', { name: OWNER }).waitFor()
      await look('team')
    })

    test('rules, bounces and the admin area of a console in use', async () => {
      const { page } = it
      await wide(page)
      await go(page, 'Rules')
      await page.getByRole('button', { name: 'New policy' }).click()
      const policy = page.getByRole('dialog', { name: 'New policy' })
      await policy.getByLabel('Name', { exact: true }).fill('shared-ok')
      await policy.getByLabel('Role-based address').selectOption('Ignore')
      await look('rules-new')
      await policy.getByRole('button', { name: 'Save policy' }).click()
      await policy.waitFor({ state: 'detached' })
      await wide(page)
      await page.getByLabel('Addresses or domains').fill('fabrikam.com\nada@contoso.com')
      await page.getByLabel('Note (optional)').fill('Unsubscribed')
      await page.getByRole('button', { name: 'Add entries' }).click()
      await page.getByText('0 allowed, 2 denied').waitFor()
      await look('rules')
      await wide(page)
      await go(page, 'Bounces')
      await page.getByLabel('Address to suppress').fill('mary@contoso.org')
      await page.getByRole('button', { name: 'Add', exact: true }).click()
      await page.getByRole('row', { name: /mary@contoso\.org/ }).waitFor()
      await look('bounces')
      const { id } = (await findUserOf(it.db, OWNER))!
      await setOperator(it.db, id, true)
      await sql`
        INSERT INTO quarantine (task, payload, interruptions, reason)
        VALUES ('lists.refresh', '{"try":1}', 3, 'blocked its event loop')`.execute(it.db)
      await page.reload()
      await wide(page)
      await go(page, 'Admin')
      await page.getByRole('heading', { name: 'Disposable domain lists' }).waitFor()
      await look('admin')
      for (const [tab, sign] of [
        ['Accounts', '1 account'],
        ['Quarantined tasks', 'blocked its event loop'],
        ['Audit log', 'Event'],
      ] as const) {
        await wide(page)
        await page.getByRole('tab', { name: tab }).click()
        await page.getByText(sign).first().waitFor()
        await look(`admin-${tab.toLowerCase().replace(' ', '-')}`)
      }
      await page.reload()
      await wide(page)
    })

    test('usage, tokens and settings of a console in use', async () => {
      const { page } = it
      await wide(page)
      await go(page, 'Usage')
      await page.locator('canvas').waitFor()
      await look('usage')
      await wide(page)
      await go(page, 'API tokens')
      await page.getByRole('button', { name: 'Create token' }).first().click()
      await look('tokens-new')
      await page.getByLabel('Name').fill('shop')
      await page.getByRole('dialog').getByRole('button', { name: 'Create token' }).click()
      const token = (await page.getByRole('region', { name: 'Token' }).innerText()).trim()
      expect(token).toMatch(/^ms_w_\w{36}$/)
      for (const language of ['curl', 'Node', 'Python', 'PHP']) {
        await page.getByRole('tab', { name: language }).click()
        const snippet = await page.getByRole('tabpanel').locator('pre').innerText()
        expect(snippet).toContain(token)
        expect(snippet).toContain(`${it.origin}/v1/emails/validate`)
        if (await hasProgram(snippet)) expect(await pasted(snippet)).toContain('jane.doe@gmail.com')
      }
      await look('tokens-made')
      await page.getByRole('button', { name: 'Done, I saved it' }).click()
      expect(await page.evaluate('JSON.stringify(localStorage)')).not.toContain('ms_w_')
      await wide(page)
      await page.getByRole('button', { name: 'Create site key' }).first().click()
      const siteKey = page.getByRole('dialog')
      await siteKey.getByLabel('Name').fill('shop')
      await siteKey.getByLabel('Origins').fill('https://shop.contoso.com')
      await look('tokens-site-key-new')
      await siteKey.getByRole('button', { name: 'Create site key' }).click()
      await siteKey.getByRole('button', { name: 'Done' }).waitFor()
      await look('tokens-site-key-made')
      await siteKey.getByRole('button', { name: 'Done' }).click()
      await wide(page)
      await look('tokens')
      await wide(page)
      await setPassword(page)
      await page.getByRole('heading', { name: 'Data sharing' }).waitFor()
      const unusual = page.getByText('LIST_REFRESH', { exact: true })
      const usual = page.getByText('TRUST_PROXY', { exact: true })
      expect(await usual.count()).toBe(0)
      await page.getByLabel(/^Show all \d+ settings/).check()
      await usual.waitFor()
      expect(await unusual.count()).toBe(2)
      await look('settings')
      await wide(page)
      await page.getByRole('button', { name: 'Turn on two-factor authentication' }).click()
      await page.getByRole('dialog').getByLabel('Current password').fill(PASSWORD)
      await page.getByRole('button', { name: 'Continue' }).click()
      await page.getByText('Save these backup codes').waitFor()
      await look('settings-second-factor')
      await page.keyboard.press('Escape')
    })

    test('the sign-in, the menu, the shortcuts, a missing page, an unreachable service', async () => {
      const { page } = it
      await wide(page)
      await go(page, 'Check an address')
      await page.locator('h1').click()
      await page.keyboard.press('?')
      await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
      await look('keys-shown')
      await page.keyboard.press('Escape')
      await page.setViewportSize({ width: 360, height: 800 })
      await page.getByRole('button', { name: 'Open menu' }).click()
      await page.getByRole('dialog').waitFor()
      expect(await findFaults(page)).toEqual([])
      if (PICTURES) await picture(page, 'menu-narrow')
      await page.keyboard.press('Escape')
      await wide(page)
      await page.evaluate(`history.pushState(null, '', '/nothing')`)
      await page.getByText('This page does not exist').waitFor()
      await look('missing')
      await wide(page)
      await page.route('**/account/lists*', (route) => route.abort())
      await go(page, 'Lists')
      await page.getByRole('alert').getByText('Cannot reach the service').waitFor()
      await look('files-unreachable')
      await page.unroute('**/account/lists*')
      await wide(page)
      await page.getByRole('button', { name: 'Try again' }).click()
      await page.getByRole('link', { name: 'customers.csv' }).waitFor()
      const stranger = await it.browser.newContext({ locale: 'en-US' })
      const other = await stranger.newPage()
      await other.goto(it.origin)
      await heading('Sign in', other)
      await look('signin', other)
      await other.getByLabel('Email address').fill(OWNER)
      await other.getByLabel('Password').fill('not the password')
      await other.getByRole('button', { name: 'Sign in' }).click()
      await other.getByRole('alert').waitFor()
      await look('signin-refused', other)
      await stranger.close()
    })
  },
)

/** Waits until the theme's colors are applied and no row is hovered. */
async function settled(page: Page): Promise<void> {
  await page.mouse.move(0, 0)
  await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))')
}

/** The output of the snippet when pasted into a terminal. */
async function pasted(snippet: string): Promise<string> {
  return (await promisify(execFile)('bash', ['-c', snippet])).stdout
}
const hasProgram = (snippet: string) =>
  pasted(`command -v ${snippet.split(' ')[0]}`).then(
    () => true,
    () => false,
  )

async function picture(page: Page, name: string): Promise<void> {
  await mkdir(PICTURES!, { recursive: true })
  await page.evaluate('scrollTo(0, 0)')
  await page.screenshot({
    path: join(PICTURES!, `${name}.png`),
    fullPage: !/-(delete|new|made|shown|factor)/.test(name),
  })
}
