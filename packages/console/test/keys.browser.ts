// Every flow by keyboard only; signing out and in again is in keys.system.ts.
import { expect, test } from 'vitest'
import { describeInBrowser, OWNER, textOf } from './browser.ts'
import {
  focused,
  goTo,
  isFocused,
  press,
  setPasswordByKeys,
  setUpSecondFactor,
  switchOffSecondFactor,
  tabTo,
  type,
} from './by-keys.ts'
import { addContacts, addSources } from './samples.ts'

describeInBrowser(
  async () => ({}),
  (it) => {
    test('checking an address; showing and closing the shortcuts', async () => {
      const { page } = it
      await page.keyboard.type('peter.miller@gmial.com')
      await page.getByRole('heading', { name: 'Do not send' }).waitFor()
      await press(page, page.getByRole('button', { name: 'Use this address' }))
      await page.getByRole('heading', { name: 'Safe to send' }).waitFor()
      await press(page, page.getByRole('button', { name: 'curl' }))
      await page.getByText('Copied').waitFor()
      await page.evaluate('document.activeElement.blur()')
      await page.keyboard.press('?')
      await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await page.keyboard.press('/')
      expect(await isFocused(page.getByLabel('Email address'))).toBe(true)
      await press(page, page.getByRole('button', { name: 'Skip to content' }))
      expect(await isFocused(page.getByRole('main'))).toBe(true)
    })

    test('pasting, filtering, validating, exporting and saving a list', async () => {
      const { page } = it
      await goTo(page, 'l', 'Clean a list')
      const chooser = page.waitForEvent('filechooser')
      await press(page, page.locator('input[type=file]'), 'Space')
      expect(await chooser).toBeDefined()
      await type(page, page.getByLabel('Or paste addresses'), 'ann.lee@contoso.com\ninfo@contoso.com\n')
      await press(page, page.getByRole('button', { name: 'Preview' }))
      await page.getByText('2 rows, checked in your browser').waitFor()
      await expect.poll(() => focused(page)).toContain('pasted.txt')
      await press(page, page.getByRole('button', { name: /Role-based address/ }))
      await page.getByText(/^Role-based address \(1 row\)$/).waitFor()
      await press(page, page.getByLabel('Check domains too'), 'Space')
      await press(page, page.getByRole('button', { name: 'Validate', exact: true }))
      await page.waitForURL('**/files/*')
      await press(page, page.getByRole('group', { name: 'Rows' }).getByLabel('Do not send'), 'Space')
      // The focus stays on the button; at the edge, it moves to the remaining direction.
      await press(page, page.getByRole('button', { name: 'Move status left' }))
      await expect.poll(() => focused(page)).toBe('Move status right')
      await press(page, page.getByRole('button', { name: 'Move reason left' }))
      await expect.poll(() => focused(page)).toBe('Move reason left')
      await press(page, page.getByRole('button', { name: 'Move reason right' }))
      await press(page, page.getByRole('button', { name: 'Remove suggestion' }))
      await expect.poll(() => focused(page)).toBe('Remove reason')
      const download = page.waitForEvent('download')
      await press(page, page.getByRole('button', { name: 'Export 2 rows' }))
      expect(await textOf(await download)).toBe(
        'status,Column 1,reason\nsafe,ann.lee@contoso.com,ok\nunsafe,info@contoso.com,role\n',
      )
    })

    test('opening files, creating and revoking a token, searching contacts, choosing a usage period', async () => {
      const { page } = it
      await goTo(page, 'f', 'Lists')
      await press(page, page.getByRole('link', { name: 'pasted.txt' }).first())
      await page.waitForURL('**/files/*')
      await goTo(page, 't', 'API tokens')
      await press(page, page.getByRole('button', { name: 'Create token' }).first())
      await type(page, page.getByRole('dialog').getByLabel('Name'), 'shop')
      await page.keyboard.press('Enter')
      await page.getByRole('region', { name: 'Token' }).waitFor()
      await expect.poll(() => focused(page)).toContain('Copy the token now')
      await press(page, page.getByRole('button', { name: 'Done, I saved it' }))
      await expect.poll(() => focused(page)).toBe('Create token')
      await press(page, page.getByRole('button', { name: 'Revoke shop' }))
      await press(page, page.getByRole('dialog').getByRole('button', { name: 'Revoke' }))
      await page.getByText('Show expired and revoked tokens').waitFor()
      // The button was removed with its row.
      await expect.poll(() => focused(page)).toContain('API tokens')
      await goTo(page, 'p', 'Contacts')
      await page.keyboard.press('/')
      await page.keyboard.type('lee')
      await page.getByText('No matching contacts').waitFor()
      await goTo(page, 'u', 'Usage')
      await tabTo(page, page.getByLabel('Period'))
      await page.keyboard.press('ArrowDown')
      await expect.poll(() => page.getByLabel('Period').inputValue()).not.toBe('30')
    })

    test('editing and deleting a contact; typed text and the focus survive the end of its lookup', async () => {
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

      const address = page.getByLabel('Email address')
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
      await page.getByText('Contact not found').waitFor()
      await page.goBack()
      await page.getByText('No matching contacts').waitFor()
      expect(await page.getByLabel('Search').inputValue()).toBe('anna')
      // A search term may be an address, and proxies log URLs.
      expect(page.url()).not.toContain('anna')
    })

    test('setting the password, choosing the theme, turning the second factor on and off', async () => {
      const { page } = it
      await goTo(page, 's', 'Settings')
      await setPasswordByKeys(page)
      await tabTo(page, page.getByRole('radio', { checked: true }))
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('ArrowDown')
      await page.locator(':root[data-theme="dark"]').waitFor({ state: 'attached' })
      for (const [now, shown] of [
        ['Dark', 'light'],
        ['System', 'light'],
        ['Light', 'dark'],
      ]) {
        await press(page, page.getByRole('button', { name: `Theme: ${now}. Click to change` }))
        await page.locator(`:root[data-theme="${shown}"]`).waitFor({ state: 'attached' })
      }
      await setUpSecondFactor(page)
      await switchOffSecondFactor(page)
    })
  },
)
