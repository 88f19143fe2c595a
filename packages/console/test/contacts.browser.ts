// Hundreds of contacts: counted while searching, exported, deleted.
import { expect, test } from 'vitest'
import { findFaults } from './axe.ts'
import { describeInBrowser, go, OWNER, textOf } from './browser.ts'
import { addContacts } from './samples.ts'

const PEOPLE = ['ann.lee@contoso.com', 'bob.ray@contoso.com', 'eve.fox@fabrikam.com', 'tom.orr@fabrikam.com']

describeInBrowser(
  async () => ({}),
  (it) => {
    test('a search shows how many contacts match, and exports them', async () => {
      const { page } = it
      await addContacts(it.db, OWNER, PEOPLE)
      await go(page, 'Contacts')
      await page.getByRole('heading', { name: '4 contacts' }).waitFor()
      await page.getByLabel('Search').fill('fabrikam')
      await page.getByRole('heading', { name: '2 matching contacts' }).waitFor()
      expect(await findFaults(page)).toEqual([])
      await page.getByLabel('Format').selectOption('vCard (.vcf)')
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name: 'Export matching contacts' }).click(),
      ])
      expect(download.suggestedFilename()).toMatch(/^contacts-.*\.vcf$/)
      const text = await textOf(download)
      expect(text.match(/EMAIL[^\r]*/g)?.toSorted()).toEqual([
        'EMAIL;TYPE=INTERNET:eve.fox@fabrikam.com',
        'EMAIL;TYPE=INTERNET:tom.orr@fabrikam.com',
      ])
    })

    test('selected contacts and matching contacts are deleted after a confirmation with their number', async () => {
      const { page } = it
      await page.getByLabel('Search').fill('')
      await page.getByLabel('Select ann.lee@contoso.com').check()
      await page.getByRole('button', { name: 'Delete 1 selected' }).click()
      await page.getByRole('dialog', { name: 'Delete 1 contact?' }).getByRole('button', { name: 'Delete 1' }).click()
      await page.getByText('1 contact deleted.').waitFor()
      await page.getByRole('heading', { name: '3 contacts' }).waitFor()
      await page.getByLabel('Search').fill('fabrikam')
      await page.getByRole('button', { name: 'Delete all 2 matching' }).click()
      const dialog = page.getByRole('dialog', { name: 'Delete 2 contacts?' })
      // Another contact is added in between, so the shown number is outdated.
      await addContacts(it.db, OWNER, ['kim.lo@fabrikam.com'])
      await dialog.getByRole('button', { name: 'Delete 2 contacts' }).click()
      await dialog.getByRole('alert').getByText('Nothing was deleted').waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Delete all 3 matching' }).click()
      await page.getByRole('button', { name: 'Delete 3 contacts' }).click()
      await page.getByText('3 contacts deleted.').waitFor()
      await page.getByText('No matching contacts').waitFor()
    })
  },
)
