// Unfinished uploads: shown to their owner, and discarded only by a click.
import { expect, test } from 'vitest'
import { findFaults } from './axe.ts'
import { describeInBrowser, go, paste, validate } from './browser.ts'

/** Runs in the page: an upload started by another client of the account. */
const begin = (filename: string) => `fetch('v1/emails/bulk/upload', {
  method: 'POST',
  headers: { 'content-type': 'application/json', 'mailsift-request': '1' },
  body: JSON.stringify({ filename: ${JSON.stringify(filename)}, size_bytes: 2_400_000 }),
}).then(({ status }) => status)`

describeInBrowser(
  async () => ({}),
  (it) => {
    test('three unfinished uploads are listed where a fourth is refused, and one is discarded to make room', async () => {
      const { page } = it
      await go(page, 'Lists')
      expect(await page.getByRole('heading', { name: 'Unfinished uploads' }).count()).toBe(0)
      for (const name of ['one.csv', '<b>two.csv', 'three.csv']) expect(await page.evaluate(begin(name))).toBe(201)

      await paste(page, 'ann.lee@contoso.com\nbob.ray@contoso.com')
      await validate(page)
      await page.getByRole('alert').getByText('Discard one of the uploads below').waitFor()
      for (const name of ['one.csv', '<b>two.csv', 'three.csv']) await page.getByRole('rowheader', { name }).waitFor()
      expect(await findFaults(page)).toEqual([])
      await page.getByRole('button', { name: 'Discard <b>two.csv' }).click()
      await page.getByRole('rowheader', { name: '<b>two.csv' }).waitFor({ state: 'detached' })
      await page.getByRole('button', { name: 'Try again' }).click()
      await page.waitForURL('**/files/*')
    })

    test('the files page lists them, and shows no list when all are discarded', async () => {
      const { page } = it
      await go(page, 'Lists')
      await page.getByRole('heading', { name: 'Unfinished uploads' }).waitFor()
      expect(await findFaults(page)).toEqual([])
      for (const name of ['one.csv', 'three.csv']) {
        await page.getByRole('button', { name: `Discard ${name}` }).click()
        await page.getByRole('rowheader', { name }).waitFor({ state: 'detached' })
      }
      await page.getByRole('heading', { name: 'Unfinished uploads' }).waitFor({ state: 'detached' })
      expect(await page.evaluate(`fetch('account/uploads').then((answer) => answer.json())`)).toEqual({ items: [] })
    })
  },
)
