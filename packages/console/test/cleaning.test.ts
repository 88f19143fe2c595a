// From a list as people have it to an exported file, byte for byte.
import { expect, test } from 'vitest'
import {
  chooseFile,
  describeProgramInBrowser,
  exportAll,
  go,
  OWNER,
  paste,
  SIGN_IN_LINK,
  unitsOf,
  validate,
} from './browser.ts'
import { MESSY_LISTS } from './lists.ts'
import { addContacts, addHostileSources } from './samples.ts'

describeProgramInBrowser(
  async () => ({}),
  (it) => {
    test('the link of the start has signed in, works no second time, and stands in no address', async () => {
      expect(it.page.url()).toBe(`${it.origin}/`)
      const stranger = await it.browser.newContext()
      const other = await stranger.newPage()
      await other.goto(SIGN_IN_LINK.exec(it.program.output())![0])
      await other.getByRole('alert').getByText('was used').waitFor()
      await stranger.close()
    })

    test('the verdict appears while one types, with nothing sent', async () => {
      const asked: string[] = []
      const note = (request: { url(): string }) =>
        void (/\/(v1|insight)\//.test(request.url()) && asked.push(request.url()))
      it.page.on('request', note)
      await it.page.getByLabel('E-mail address').fill('peter.miller@gmial.com')
      await it.page.getByRole('heading', { name: 'Do not send' }).waitFor()
      await it.page.getByText('peter.miller@gmail.com').waitFor()
      it.page.off('request', note)
      expect(asked).toEqual([])
    })

    test('a double click does once what a click does: one token, one list', async () => {
      const { page } = it
      const before = await unitsOf(page)
      await go(page, 'Tokens')
      await page.getByRole('button', { name: 'New token' }).first().click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Name').fill('twice')
      await dialog.getByRole('button', { name: 'New token' }).dblclick()
      await page.getByRole('button', { name: 'I have kept it' }).click()
      await dialog.waitFor({ state: 'detached' })
      await page.getByRole('heading', { name: '2 usable tokens' }).waitFor()
      expect(await page.getByRole('rowheader', { name: 'twice' }).count()).toBe(1)
      await paste(page, 'ann.lee@contoso.com\nbob.ray@contoso.com')
      await page.getByText('judged in this browser').waitFor()
      await page.getByLabel('Look up the domains too').uncheck()
      await page.getByRole('button', { name: 'Validate the list' }).dblclick()
      await page.waitForURL('**/files/*')
      await page.getByRole('button', { name: /^Save 2 rows/ }).waitFor()
      await expect.poll(() => unitsOf(page)).toBe(before + 2)
    })

    test('a single reason is weighed by the keyboard alone, is kept for the next list, and goes back to the purpose', async () => {
      const { page } = it
      const list = 'ann.lee@contoso.com\ninfo@contoso.com'
      const roles = page.getByRole('button', { name: /shared role mailbox/ })
      await paste(page, list)
      await roles.waitFor()
      await page.getByText('Weigh single reasons').focus()
      await page.keyboard.press('Enter')
      await page.getByLabel('Shared role mailbox').focus()
      await page.keyboard.type('Does')
      await roles.waitFor({ state: 'detached' })
      await page.getByText('unsafe', { exact: true }).waitFor({ state: 'detached' })

      await page.reload()
      await paste(page, list)
      await page.getByText('judged in this browser').waitFor()
      expect(await roles.count()).toBe(0)
      await page.getByText('Weigh single reasons (1 changed)').click()
      await page.getByRole('button', { name: 'Back to the purpose' }).click()
      await roles.waitFor()
    })

    test('what sites say of a contact runs nothing, leads nowhere but to pages, and stays within a narrow screen', async () => {
      const { page } = it
      const { db } = it
      await addContacts(db, OWNER, ['eve.smith@contoso.com'])
      await addHostileSources(db, 'eve.smith@contoso.com')
      await go(page, 'Contacts')
      await page.getByRole('link', { name: 'Eve Smith' }).click()
      await page.getByText('What each source said').waitFor()
      await page.getByText('<img src=x onerror=alert(2)>').first().waitFor()
      await page.setViewportSize({ width: 360, height: 800 })
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360)
      const links = await page.evaluate(`[...document.querySelectorAll('a')].map(({ protocol }) => protocol)`)
      expect(new Set(links as string[])).toEqual(new Set(['http:']))
      await page.setViewportSize({ width: 1280, height: 800 })
    })

    test.each(MESSY_LISTS)('$name comes out as it should, byte for byte', async ({ name, bytes, expected }) => {
      await chooseFile(it.page, name, bytes)
      await validate(it.page)
      await it.page.waitForURL('**/files/*')
      expect(await exportAll(it.page)).toBe(expected)
    })
  },
)
