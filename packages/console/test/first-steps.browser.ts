// The first steps of a user: the checklist, the sample list, site keys, token rotation, and the audit log.
import { expect, test } from 'vitest'
import { findFaults } from './axe.ts'
import { describeInBrowser, go, setPassword, validate } from './browser.ts'

describeInBrowser(
  async () => ({}),
  (it) => {
    test('the checklist opens a sample list, and checks off what is done', async () => {
      const { page } = it
      const list = page.getByRole('region', { name: 'Get started' })
      await list.getByText('0 of 3 done').waitFor()
      expect(await findFaults(page)).toEqual([])
      await list.getByRole('link', { name: 'Open sample' }).click()
      await page.getByText('sample-customers.csv').first().waitFor()
      await validate(page)
      await page.waitForURL('**/files/*')
      await go(page, 'Check an address')
      await list.getByText('1 of 3 done').waitFor()
    })

    test('a new tab opens the lists once there are any, and follows links', async () => {
      const page = await it.newPage()
      await page.goto(it.origin)
      await page.waitForURL('**/files')
      await go(page, 'Check an address')
      await page.getByRole('heading', { name: 'Check an address' }).waitFor()
      await page.reload()
      await page.getByRole('heading', { name: 'Check an address' }).waitFor()
      await page.close()
    })

    test('a site key is created with its origins, shows its code again, and can be revoked', async () => {
      const { page } = it
      await go(page, 'API tokens')
      await page.getByRole('button', { name: 'Create site key' }).click()
      const dialog = page.getByRole('dialog', { name: 'Create site key' })
      await dialog.getByLabel('Name').fill('Shop')
      await dialog.getByLabel('Origins').fill('shop.contoso.com')
      await dialog.getByRole('button', { name: 'Create site key' }).click()
      await dialog.getByRole('alert').getByText('An origin is a scheme').waitFor()
      await dialog.getByLabel('Origins').fill('https://shop.contoso.com')
      await dialog.getByRole('button', { name: 'Create site key' }).click()
      await page
        .getByRole('dialog', { name: /Code for/ })
        .getByText('data-site-key="mk_')
        .waitFor()
      expect(await findFaults(page)).toEqual([])
      await page.getByRole('button', { name: 'Done' }).click()
      await page.getByRole('heading', { name: '1 site key' }).waitFor()
      await page.getByRole('button', { name: 'Show code of Shop' }).click()
      await page.getByText('data-site-key="mk_').waitFor()
      await page.getByRole('button', { name: 'Done' }).click()
      await page.getByRole('button', { name: 'Revoke Shop' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
      await page.getByRole('heading', { name: '0 site keys' }).waitFor()
    })

    test('a token can be rotated: the new one is shown once, and the old one ends', async () => {
      const { page } = it
      await page.getByRole('button', { name: 'Create token' }).first().click()
      await page.getByRole('dialog').getByLabel('Name').fill('shop')
      await page.getByRole('dialog').getByRole('button', { name: 'Create token' }).click()
      await page.getByRole('button', { name: 'Done, I saved it' }).click()
      await page.getByRole('button', { name: 'Roll over shop' }).click()
      await page.getByLabel('The old token works for another').selectOption('Hour')
      expect(await findFaults(page)).toEqual([])
      await page.getByRole('dialog').getByRole('button', { name: 'Roll over' }).click()
      await page.getByRole('dialog', { name: 'Your new token' }).getByText('ms_w_').first().waitFor()
      await page.getByRole('button', { name: 'Done, I saved it' }).click()
      // A rotated token cannot be rotated again.
      await expect.poll(() => page.getByRole('row', { name: /shop/ }).count()).toBe(2)
      expect(await page.getByRole('button', { name: 'Roll over shop' }).count()).toBe(1)
    })

    test('the audit log names the person and the event', async () => {
      const { page } = it
      await setPassword(page)
      await page.reload()
      const log = page.getByRole('region', { name: 'Audit log' })
      await log.getByRole('row', { name: /Token rolled over.*owner@mailsift\.internal/ }).waitFor()
      await log.getByRole('row', { name: /Site key revoked/ }).waitFor()
      expect(await findFaults(page)).toEqual([])
      // On a phone, a row has several lines.
      await page.setViewportSize({ width: 360, height: 740 })
      const { height } = (await log.getByRole('row', { name: /Site key revoked/ }).boundingBox())!
      expect(height).toBeLessThan(100)
    })
  },
)
