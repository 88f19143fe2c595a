// Bounces from the file to the verdict: upload, suppression list, sources.
import { expect, test } from 'vitest'
import { complaint, dsn } from '../../server/test/evidence/mails.ts'
import { findFaults } from './axe.ts'
import { describeInBrowser, go } from './browser.ts'

describeInBrowser(
  async () => ({}),
  (it) => {
    test('an uploaded bounce and complaint are counted and on the suppression list', async () => {
      const { page } = it
      await go(page, 'Bounces')
      await page.getByText('No suppressed addresses').waitFor()
      expect(await findFaults(page)).toEqual([])
      const mbox = [dsn(), complaint('abuse', 'john.smith@contoso.org')].map((mail) => `From x\n${mail}\n\n`).join('')
      await page.locator('input[type=file]').setInputFiles({
        name: 'bounces.mbox',
        mimeType: 'application/mbox',
        buffer: Buffer.from(mbox),
      })
      await page.getByText('2 mails read, 2 new reports').waitFor()
      await page.getByRole('row', { name: /jane\.roe@contoso\.org.*Bounced/ }).waitFor()
      await page.getByRole('row', { name: /john\.smith@contoso\.org.*Complained/ }).waitFor()
      expect(await findFaults(page)).toEqual([])
    })

    test('an address is added to the suppression list and removed from it', async () => {
      const { page } = it
      await go(page, 'Bounces')
      await page.getByLabel('Address to suppress').fill('no address')
      await page.getByRole('button', { name: 'Add', exact: true }).click()
      await page.getByText('This is not an email address.').waitFor()
      await page.getByLabel('Address to suppress').fill('mary@contoso.org')
      await page.getByRole('button', { name: 'Add', exact: true }).click()
      await page.getByRole('row', { name: /mary@contoso\.org.*Added by you/ }).waitFor()
      await page.getByRole('button', { name: 'Remove mary@contoso.org' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
      await page.getByRole('row', { name: /mary@contoso\.org/ }).waitFor({ state: 'detached' })
    })

    test('a source shows its secret URL once', async () => {
      const { page } = it
      await go(page, 'Bounces')
      await page.getByRole('button', { name: 'Create source' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Name', { exact: true }).fill('Newsletter')
      await dialog.getByLabel('Provider').selectOption('Postmark')
      expect(await findFaults(page)).toEqual([])
      await dialog.getByRole('button', { name: 'Create source' }).click()
      await dialog.getByText(/\/hooks\/bounces\/[0-9a-f]{32}/).waitFor()
      await dialog.getByRole('button', { name: 'Done, I saved it' }).click()
      await page.getByRole('row', { name: /Newsletter.*Postmark/ }).waitFor()
      expect(await page.content()).not.toMatch(/\/hooks\/bounces\//)
    })
  },
)
