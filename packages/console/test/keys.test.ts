// Every flow by keys alone: no test here moves a mouse. What cannot be reached by Tab fails.
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { codeOf } from '../../server/test/accounts/sign-in/totp.ts'
import { describeInBrowser, OWNER, PASSWORD } from './browser.ts'
import { addContacts, addSources } from './samples.ts'

const TABS_MAX = 120
const isFocused = (target: Locator) =>
  target.evaluate((element) => (element as unknown as Stop).ownerDocument.activeElement === (element as unknown))

/** What a reader of screens would say of the focus: nothing where it is lost. */
const focused = (page: Page) =>
  page.evaluate(
    `(({ activeElement: at, body }) => (at === body ? '' : at.getAttribute('aria-label') ?? at.textContent))(document)`,
  ) as Promise<string>

/** Tab by Tab, as a person would; the key is held down where it is far. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor()
  const { forward, backward } = await target.evaluate(stopsBetween)
  const [key, held] = backward < forward ? ['Shift+Tab', backward] : ['Tab', forward]
  await Promise.all(Array.from({ length: held }, () => page.keyboard.press(key)))
  for (let tabs = 0; tabs < TABS_MAX; tabs++) {
    if (await isFocused(target)) return
    await page.keyboard.press(key)
  }
  throw new Error(`Not reached by Tab: ${target}`)
}

/** How often Tab, or Shift and Tab, is pressed at least before the target has the focus, by the order of the document. Runs in the page. */
function stopsBetween(element: unknown): { forward: number; backward: number } {
  const target = element as Stop
  const { activeElement: from, body } = target.ownerDocument
  const scope = target.closest('[role=dialog]') ?? body
  if (from === body || from === target || !scope.contains(from)) return { forward: 0, backward: 0 }
  const isBefore = (one: Stop, other: Stop) => (one.compareDocumentPosition(other) & 4) !== 0
  const isStop = (stop: Stop) =>
    stop.tabIndex >= 0 && !stop.disabled && stop.checkVisibility({ visibilityProperty: true }) && stop.type !== 'radio'
  const stops = [...scope.querySelectorAll('a[href], button, input, select, textarea, summary')].filter(isStop)
  const isAhead = isBefore(from, target)
  const [first, last] = isAhead ? [from, target] : [target, from]
  const inner = stops.filter((stop) => isBefore(first, stop) && isBefore(stop, last)).length
  const outer = stops.filter((stop) => isBefore(stop, first) || isBefore(last, stop)).length
  return isAhead ? { forward: inner, backward: outer } : { forward: outer, backward: inner }
}
type Stop = {
  ownerDocument: { activeElement: Stop; body: Stop }
  tabIndex: number
  disabled?: boolean
  type?: string
  checkVisibility(options: object): boolean
  closest(selector: string): Stop | null
  contains(other: Stop): boolean
  compareDocumentPosition(other: Stop): number
  querySelectorAll(selector: string): Iterable<Stop>
}

async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press(key)
}

async function type(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(text)
}

/** By the two keys that lead to a page. */
async function goTo(page: Page, letter: string, title: string): Promise<void> {
  await page.evaluate('document.activeElement?.blur?.()')
  await page.keyboard.press('g')
  await page.keyboard.press(letter)
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
}

describeInBrowser(
  async () => ({}),
  (it) => {
    test('an address is checked, and its keys are shown and left', async () => {
      const { page } = it
      await page.keyboard.type('peter.miller@gmial.com')
      await page.getByRole('heading', { name: 'Do not send' }).waitFor()
      await press(page, page.getByRole('button', { name: 'Use it' }))
      await page.getByRole('heading', { name: 'Safe to send to' }).waitFor()
      await press(page, page.getByRole('button', { name: 'curl' }))
      await page.getByText('Copied').waitFor()
      await page.evaluate('document.activeElement.blur()')
      await page.keyboard.press('?')
      await page.getByRole('dialog', { name: 'Keys' }).waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await page.keyboard.press('/')
      expect(await isFocused(page.getByLabel('E-mail address'))).toBe(true)
    })

    test('a list is pasted, filtered, validated, composed and saved', async () => {
      const { page } = it
      await goTo(page, 'l', 'Clean a list')
      const chooser = page.waitForEvent('filechooser')
      await press(page, page.locator('input[type=file]'), 'Space')
      expect(await chooser).toBeDefined()
      await type(page, page.getByLabel('Or paste addresses'), 'ann.lee@contoso.com\ninfo@contoso.com\n')
      await press(page, page.getByRole('button', { name: 'Look at them' }))
      await page.getByText('2 rows, judged in this browser').waitFor()
      await expect.poll(() => focused(page)).toContain('pasted.txt')
      await press(page, page.getByRole('button', { name: /Shared role mailbox/i }))
      await page.getByText(/^1 row: shared role mailbox/i).waitFor()
      await press(page, page.getByLabel('Look up the domains too'), 'Space')
      await press(page, page.getByRole('button', { name: 'Validate the list' }))
      await page.waitForURL('**/files/*')
      await press(page, page.getByRole('group', { name: 'Rows' }).getByLabel('Do not send'), 'Space')
      // The key goes on where it was; at the edge, on the side that is left.
      await press(page, page.getByRole('button', { name: 'Move status to the left' }))
      await expect.poll(() => focused(page)).toBe('Move status to the right')
      await press(page, page.getByRole('button', { name: 'Move reason to the left' }))
      await expect.poll(() => focused(page)).toBe('Move reason to the left')
      await press(page, page.getByRole('button', { name: 'Move reason to the right' }))
      await press(page, page.getByRole('button', { name: 'Leave suggestion out' }))
      await expect.poll(() => focused(page)).toBe('Leave reason out')
      const download = page.waitForEvent('download')
      await press(page, page.getByRole('button', { name: 'Save 2 rows' }))
      const text: Buffer[] = []
      for await (const piece of await (await download).createReadStream()) text.push(piece as Buffer)
      expect(Buffer.concat(text).toString()).toBe(
        'status,Column 1,reason\nsafe,ann.lee@contoso.com,ok\nunsafe,info@contoso.com,role\n',
      )
    })

    test('files are opened, a token is made and revoked, contacts are searched, usage is chosen', async () => {
      const { page } = it
      await goTo(page, 'f', 'Files and jobs')
      await press(page, page.getByRole('link', { name: 'pasted.txt' }).first())
      await page.waitForURL('**/files/*')
      await goTo(page, 't', 'API tokens')
      await press(page, page.getByRole('button', { name: 'New token' }).first())
      await type(page, page.getByRole('dialog').getByLabel('Name'), 'shop')
      await page.keyboard.press('Enter')
      await page.getByRole('region', { name: 'The token' }).waitFor()
      await expect.poll(() => focused(page)).toContain('Copy it now')
      await press(page, page.getByRole('button', { name: 'I have kept it' }))
      await expect.poll(() => focused(page)).toBe('New token')
      await press(page, page.getByRole('button', { name: 'Revoke shop' }))
      await press(page, page.getByRole('dialog').getByRole('button', { name: 'Revoke' }))
      await page.getByText('Show those that ended').waitFor()
      // The button of its row is gone with the row.
      await expect.poll(() => focused(page)).toContain('API tokens')
      await goTo(page, 'p', 'Contacts')
      await page.keyboard.press('/')
      await page.keyboard.type('lee')
      await page.getByText('No contact matches').waitFor()
      await goTo(page, 'u', 'Usage')
      await tabTo(page, page.getByLabel('Range'))
      await page.keyboard.press('ArrowDown')
      await expect.poll(() => page.getByLabel('Range').inputValue()).not.toBe('30')
    })

    test('a contact is edited and deleted; what is typed stays while its look-up ends, and the focus where it was', async () => {
      const { page } = it
      const { db } = it
      await addContacts(db, OWNER, ['anna.lee@contoso.com', 'bob.ray@contoso.com'])
      await goTo(page, 'p', 'Contacts')
      await page.keyboard.press('/')
      await page.keyboard.type('anna')
      await press(page, page.getByRole('link', { name: 'Anna Lee' }))
      const title = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor()
      const firstName = page.getByLabel('First name')
      await type(page, firstName, 'Hanna')
      await addSources(db)
      await page.getByText('Makers of paper').first().waitFor()
      expect(await firstName.inputValue()).toBe('Hanna')
      await page.keyboard.press('Enter')
      await page.getByText('Saved.').waitFor()
      await title('Hanna Lee')
      expect(await isFocused(firstName)).toBe(true)

      const address = page.getByLabel('E-mail address')
      await type(page, address, 'no address')
      await page.keyboard.press('Enter')
      await page.getByRole('alert').waitFor()
      expect(await address.inputValue()).toBe('no address')
      await type(page, address, 'hanna.lee@fabrikam.com')
      await page.keyboard.press('Enter')
      await page.getByText('Saved.').waitFor()

      const remove = page.getByRole('button', { name: 'Delete' })
      await press(page, remove)
      await page.getByRole('dialog').waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await expect.poll(() => isFocused(remove)).toBe(true)
      await page.keyboard.press('Enter')
      await press(page, page.getByRole('dialog').getByRole('button', { name: 'Delete' }))
      await title('Contacts')
      await page.getByRole('heading', { name: '1 contact' }).waitFor()
      await page.goBack()
      await page.getByText('There is no such contact').waitFor()
      await page.goBack()
      await page.getByText('No contact matches').waitFor()
      expect(await page.getByLabel('Search').inputValue()).toBe('anna')
      // What is searched for may be an address: proxies write addresses of pages into their logs.
      expect(page.url()).not.toContain('anna')
    })

    test('the password is set and the theme chosen', async () => {
      const { page } = it
      await goTo(page, 's', 'Settings')
      await type(page, page.getByLabel('New password'), PASSWORD)
      await page.keyboard.press('Enter')
      await page.getByText('The password is set').waitFor()
      await tabTo(page, page.getByRole('radio', { checked: true }))
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('ArrowDown')
      await page.locator(':root[data-theme="dark"]').waitFor({ state: 'attached' })
    })

    test('the second factor is set up, all sessions are ended, the owner signs in again by a code and by a backup code, and switches it off', async () => {
      const { page } = it
      await goTo(page, 's', 'Settings')
      await press(page, page.getByRole('button', { name: 'Set up the second factor' }))
      const dialog = page.getByRole('dialog')
      await expect.poll(() => isFocused(dialog.getByLabel('Current password'))).toBe(true)
      await page.keyboard.type(PASSWORD)
      await page.keyboard.press('Enter')
      const secret = await dialog.getByRole('region', { name: 'Secret' }).innerText()
      const backupCodes = (await dialog.getByRole('region', { name: 'Backup codes' }).innerText()).trim().split('\n')
      const code = (steps = 0) => codeOf(`otpauth://totp/Mailsift?secret=${secret.replaceAll(/\s/g, '')}`, steps)
      await expect.poll(() => isFocused(dialog.getByLabel('Code that the app shows'))).toBe(true)
      await page.keyboard.type(code().replace(/^.../, '$& '))
      await page.keyboard.press('Enter')
      await dialog.waitFor({ state: 'detached' })
      const switchOff = page.getByRole('button', { name: 'Switch it off' })
      await expect.poll(() => isFocused(switchOff)).toBe(true)

      const signIn = async (proofs: string[]) => {
        await page.getByRole('heading', { name: 'Sign in' }).waitFor()
        await type(page, page.getByLabel('E-mail address'), OWNER)
        await type(page, page.getByLabel('Password'), PASSWORD)
        await page.keyboard.press('Enter')
        await expect.poll(() => isFocused(page.getByLabel('Code', { exact: true }))).toBe(true)
        for (const [at, proof] of proofs.entries()) {
          if (at > 0) await page.getByRole('alert').waitFor()
          await type(page, page.getByLabel('Code', { exact: true }), proof)
          await page.keyboard.press('Enter')
        }
        await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
      }
      await press(page, page.getByRole('button', { name: 'Sign out everywhere' }).first())
      await press(page, dialog.getByRole('button', { name: 'Sign out everywhere' }))
      // The code of this half minute is spent.
      await signIn(['no code', code(1)])
      await press(page, page.getByRole('button', { name: 'Sign out', exact: true }))
      await signIn([backupCodes[0]!])

      await press(page, switchOff)
      await expect.poll(() => isFocused(dialog.getByLabel('Current password'))).toBe(true)
      await page.keyboard.type(PASSWORD)
      await page.keyboard.press('Enter')
      await dialog.waitFor({ state: 'detached' })
      await expect.poll(() => isFocused(page.getByRole('button', { name: 'Set up the second factor' }))).toBe(true)
    })
  },
)
