// Saved policies and rules, from the page that edits them to the pages that use them.
import { expect, test } from 'vitest'
import { findFaults } from './axe.ts'
import { describeInBrowser, go, paste } from './browser.ts'

describeInBrowser(
  async () => ({}),
  (it) => {
    test('a policy is saved with every effective value visible, and an invalid name is reported at its field', async () => {
      const { page } = it
      await go(page, 'Rules')
      await page.getByText('No saved policies').waitFor()
      expect(await findFaults(page)).toEqual([])
      await page.getByRole('button', { name: 'New policy' }).click()
      const dialog = page.getByRole('dialog', { name: 'New policy' })
      await dialog.getByLabel('Name', { exact: true }).fill('marketing')
      await dialog.getByLabel('Role-based address').selectOption('Ignore')
      expect(await dialog.getByLabel('Disposable address').locator('option:checked').textContent()).toBe(
        'Default (do not send)',
      )
      expect(await findFaults(page)).toEqual([])
      await dialog.getByRole('button', { name: 'Save policy' }).click()
      await dialog.getByRole('alert').getByText('no built-in name').waitFor()
      await dialog.getByLabel('Name', { exact: true }).fill('shared-ok')
      await dialog.getByRole('button', { name: 'Save policy' }).click()
      await dialog.waitFor({ state: 'detached' })
      const row = page.getByRole('row', { name: /shared-ok/ })
      expect(await row.textContent()).toMatch(/Newsletter.*Role-based address ignored/)
    })

    test('entries can be added and searched, and a malformed one is reported', async () => {
      const { page } = it
      await go(page, 'Rules')
      const field = page.getByLabel('Addresses or domains')
      await field.fill('fabrikam.com\ncontoso')
      await page.getByLabel('Note (optional)').fill('Unsubscribed')
      await page.getByRole('button', { name: 'Add entries' }).click()
      const said = 'Entry 2 is neither an address nor a domain. The domain has no dot.'
      await page.getByRole('alert').getByText(said, { exact: true }).waitFor()
      await field.fill('fabrikam.com\nada@contoso.com')
      await page.getByRole('button', { name: 'Add entries' }).click()
      await page.getByText('2 entries added').waitFor()
      await page.getByText('0 allowed, 2 denied').waitFor()
      await page.getByLabel('Search entries').fill('FABRI')
      await expect.poll(() => page.getByRole('row', { name: /Deny/ }).count()).toBe(1)
      expect(await findFaults(page)).toEqual([])
    })

    test('the saved policy and the rules decide on a list and a single address', async () => {
      const { page } = it
      await go(page, 'Check an address')
      await page.getByLabel('Purpose').selectOption('shared-ok')
      await page.getByLabel('Email address').fill('info@contoso.com')
      await page.getByRole('heading', { name: 'Safe to send' }).waitFor()
      await page.getByLabel('Email address').fill('jane.doe@mail.fabrikam.com')
      await page.getByRole('heading', { name: 'Do not send' }).waitFor()
      await page.getByText('On your deny list.').first().waitFor()
      await paste(page, 'info@contoso.com\nada@contoso.com\nann.lee@contoso.com')
      await page.getByText('checked in your browser').waitFor()
      expect(await page.getByLabel('Purpose').inputValue()).toBe('shared-ok')
      await page.getByText('On your deny list').first().waitFor()
      await go(page, 'Rules')
      await page.getByRole('button', { name: 'Remove fabrikam.com' }).click()
      await page.getByText('0 allowed, 1 denied').waitFor()
      await page.getByRole('button', { name: 'Delete shared-ok' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
      await page.getByText('No saved policies').waitFor()
    })
  },
)
