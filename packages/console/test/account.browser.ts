// Account settings: password, sessions, tokens, contacts, usage.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { findAccount, findUserOf } from '../../server/src/accounts/accounts.ts'
import { linkTo, makeLink } from '../../server/src/identity/users/sign-in-links.ts'
import { describeInBrowser, END_SESSIONS, go, OWNER, PASSWORD, setPassword, signInAgain, textOf } from './browser.ts'
import { focused, isFocused, press } from './by-keys.ts'
import { addContacts, addHostileSources, addUsage } from './samples.ts'

describeInBrowser(
  async () => ({}),
  (it) => {
    const signIn = async (page: Page) => {
      await page.getByLabel('Email address').fill(OWNER)
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
      await page.getByRole('button', { name: 'Sign in' }).click()
    }

    test('a weak new password is refused with the reason, at its field', async () => {
      const { page } = it
      await go(page, 'Settings')
      const field = page.getByLabel('New password')
      for (const [weak, reason] of [
        ['aaaaaaaa', 'The password repeats the same characters. Choose a longer one, such as four random words.'],
        ['Passw0rd!', /close to a very common one/],
      ] as const) {
        await field.fill(weak)
        await page.getByRole('button', { name: 'Set password' }).click()
        await page.getByRole('alert').getByText(reason).waitFor()
        expect(await field.getAttribute('aria-invalid')).toBe('true')
        const [described] = (await field.getAttribute('aria-describedby'))!.split(' ')
        expect(await page.locator(`[id="${described}"]`).textContent()).toMatch(reason)
      }
    })

    test('changing a password requires the current one, also after the session has ended', async () => {
      const { page } = it
      await setPassword(page)
      const change = page.getByRole('button', { name: 'Change password' })
      await page.getByLabel('Current password').fill('not the password')
      await page.getByLabel('New password').fill(PASSWORD)
      await change.click()
      await page.getByRole('alert').getByText('The current password is wrong').waitFor()
      await page.getByLabel('Current password').fill(PASSWORD)
      await page.evaluate(END_SESSIONS)
      await change.click()
      await signInAgain(page, OWNER)
      expect(await page.getByRole('alert').count()).toBe(0)
      await change.click()
      await page.getByText('Your password is set').waitFor()
    })

    test('a session is ended from another one', async () => {
      const { page } = it
      const elsewhere = await it.browser.newContext({ locale: 'en-US' })
      const other = await elsewhere.newPage()
      await other.goto(it.origin)
      await signIn(other)
      await other.getByRole('heading', { name: 'Check an address' }).waitFor()
      await page.reload()
      await press(page, page.getByRole('button', { name: 'End session', exact: true }))
      await page.getByRole('button', { name: 'End session', exact: true }).waitFor({ state: 'detached' })
      // The button was removed with its row.
      await expect.poll(() => focused(page)).toBe('Sessions')
      await go(other, 'API tokens')
      await other.getByRole('dialog', { name: 'Your session has ended' }).waitFor()
      await elsewhere.close()
    })

    test('a token with restricted scopes can be copied without clipboard access', async () => {
      const { page } = it
      // As on a plain HTTP page from another machine.
      await page.evaluate(`Object.defineProperty(navigator, 'clipboard', { value: undefined })`)
      await go(page, 'API tokens')
      await page.getByRole('button', { name: 'Create token' }).first().click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Name').fill('shop')
      await dialog.getByLabel('Permission').selectOption('Read only')
      for (const scope of ['Single addresses', 'Lists and files', 'Contacts']) await dialog.getByLabel(scope).uncheck()
      const make = dialog.getByRole('button', { name: 'Create token' })
      expect(await make.isDisabled()).toBe(true)
      await dialog.getByLabel('Single addresses').check()
      await dialog.getByLabel('Expires').selectOption('In 30 days')
      await make.click()
      const token = (await dialog.getByRole('region', { name: 'Token' }).innerText()).trim()
      await dialog.getByRole('button', { name: 'Copy' }).first().click()
      await dialog.getByRole('button', { name: 'Copied' }).waitFor()
      await dialog.getByRole('tab', { name: 'curl' }).focus()
      await page.keyboard.press('ArrowLeft')
      expect(await dialog.getByRole('tab', { selected: true }).innerText()).toBe('PHP')
      await page.keyboard.press('ArrowRight')
      expect(await dialog.getByRole('tab', { selected: true }).innerText()).toBe('curl')
      await dialog.getByRole('button', { name: 'Done, I saved it' }).click()
      const row = page.getByRole('row', { name: 'shop' })
      await row.getByText('addresses', { exact: true }).waitFor()
      await row.getByText('read', { exact: true }).waitFor()
      await row.getByRole('button', { name: 'Revoke shop' }).click()
      await dialog.getByRole('button', { name: 'Revoke' }).click()
      await row.waitFor({ state: 'detached' })
      await page.getByLabel('Show expired and revoked tokens').check()
      await row.getByText('revoked', { exact: true }).waitFor()
      await go(page, 'Check an address')
      await page.getByLabel('Email address').focus()
      await page.keyboard.press('ControlOrMeta+v')
      expect(await page.getByLabel('Email address').inputValue()).toBe(token)
    })

    test('more contacts are added below, and the focus stays until there are no more', async () => {
      const { page } = it
      await addContacts(
        it.db,
        OWNER,
        Array.from({ length: 101 }, (_, at) => `person.${at}@contoso.com`),
      )
      await go(page, 'Contacts')
      await page.getByLabel('Sort by').selectOption('Address')
      const more = page.getByRole('button', { name: 'Show more' })
      const rows = page.getByRole('rowheader')
      await expect.poll(() => rows.count()).toBe(50)
      await press(page, more)
      await expect.poll(() => rows.count()).toBe(100)
      expect(await isFocused(more)).toBe(true)
      await page.keyboard.press('Enter')
      await expect.poll(() => rows.count()).toBe(101)
      await expect.poll(() => focused(page)).toBe('Contacts')
      expect(new Set(await rows.allInnerTexts()).size).toBe(101)
      expect(await more.count()).toBe(0)
    })

    test('third-party data of a contact runs no script, links only to web pages, and fits a narrow screen', async () => {
      const { page, db } = it
      await addContacts(db, OWNER, ['eve.smith@contoso.com'])
      await addHostileSources(db, 'eve.smith@contoso.com')
      await go(page, 'Contacts')
      // The previous test's page is cached for five seconds.
      await page.reload()
      await page.getByRole('link', { name: 'Eve Smith' }).click()
      await page.getByText('Facts by source').waitFor()
      await page.getByText('<img src=x onerror=alert(2)>').first().waitFor()
      await page.setViewportSize({ width: 360, height: 800 })
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360)
      const links = await page.evaluate(`[...document.querySelectorAll('a')].map(({ protocol }) => protocol)`)
      expect(new Set(links as string[])).toEqual(new Set(['http:']))
      await page.setViewportSize({ width: 1280, height: 800 })
    })

    test('the usage file contains what its name says, even with concurrent requests', async () => {
      const { page } = it
      await addUsage(it.db)
      await go(page, 'Usage')
      await page.locator('canvas').waitFor()
      const days = await page.getByRole('row').allInnerTexts()
      const answered = Promise.withResolvers<void>()
      await page.route('**/account/usage*', (route) => answered.promise.then(() => route.continue()))
      await page.getByLabel('Period').selectOption('Last 7 days')
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Download CSV' }).click(),
      ])
      answered.resolve()
      await page.unrouteAll({ behavior: 'wait' })
      const [, from, to] = /^mailsift-usage-(.{10})-(.{10})\.csv$/.exec(download.suggestedFilename())!
      expect(Date.parse(to!) - Date.parse(from!)).toBe(29 * 86_400_000)
      const [head, ...lines] = (await textOf(download)).trimEnd().split('\r\n')
      expect(head).toBe('date,bulk,single,total')
      const shown = days.slice(1).map((row) => row.replaceAll(',', '').trim().split(/\s+/).join(','))
      expect(lines.reverse()).toEqual(shown)
    })

    test('a reset link sets the password once, is not in the URL, and opens the sign-in', async () => {
      const { id } = (await findAccount(it.db, OWNER))!
      const link = linkTo(
        it.origin,
        'password_reset',
        (await makeLink(it.db, (await findUserOf(it.db, id))!.id, { purpose: 'password_reset', confirms: true }))
          .secret,
      )
      const stranger = await it.browser.newContext({ locale: 'en-US' })
      for (const attempt of ['first', 'second']) {
        const page = await stranger.newPage()
        await page.goto(link)
        await page.getByRole('heading', { name: 'Set a new password' }).waitFor()
        expect(page.url()).toBe(`${it.origin}/`)
        await page.getByLabel('Show password').check()
        await page.getByLabel('New password').fill(PASSWORD)
        await page.getByRole('button', { name: 'Set password' }).click()
        if (attempt === 'second') {
          await page.getByRole('alert').getByText('was used').waitFor()
          continue
        }
        await page.getByText('Your new password is set').waitFor()
        await page.getByLabel('Email address').fill(OWNER)
        await page.getByLabel('Password').fill(PASSWORD)
        await page.getByRole('button', { name: 'Sign in' }).click()
        await page.getByRole('heading', { name: 'Check an address' }).waitFor()
      }
      await stranger.close()
    })
  },
)
