// A team in one account: inviting, joining as a new or existing user, roles, switching and removal.
import { expect, test } from 'vitest'
import { describeInBrowser, go, OWNER, setPassword } from './browser.ts'

const GRACE = 'grace@contoso.com'

describeInBrowser(
  async () => ({}),
  (it) => {
    async function invite(email?: string): Promise<string> {
      const { page } = it
      await go(page, 'Team')
      await page.getByRole('button', { name: 'Invite person' }).click()
      if (email) await page.getByLabel('Email address').fill(email)
      await page.getByRole('button', { name: 'Create link' }).click()
      const link = (await page.getByText(/#invitation=[\w-]{43}/).textContent())!
      await page.getByRole('button', { name: 'Done, I copied it' }).click()
      return link.trim()
    }

    test('an invited person joins with a new password, and sees the pages of their role', async () => {
      const link = await invite(GRACE)
      await it.page.getByRole('region', { name: 'Open invitations' }).or(it.page.getByText(GRACE)).first().waitFor()
      const stranger = await it.browser.newContext({ locale: 'en-US' })
      const page = await stranger.newPage()
      await page.goto(link)
      await page.getByRole('heading', { name: /^Join / }).waitFor()
      expect(page.url()).not.toContain('invitation')
      expect(await page.getByLabel('Email address').inputValue()).toBe(GRACE)
      await page.getByLabel('Password').fill('correct horse battery staple')
      await page.getByRole('button', { name: 'Create password and join' }).click()
      await page.getByRole('heading', { name: 'Check an address' }).waitFor()
      const menu = page.getByRole('navigation')
      await menu.getByRole('link', { name: 'Team' }).click()
      await page.getByText(OWNER).first().waitFor()
      expect(await menu.getByRole('link', { name: 'API tokens' }).count()).toBe(0)
      expect(await page.getByRole('button', { name: 'Invite person' }).count()).toBe(0)

      await it.page.reload()
      const changed = it.page.waitForResponse((answer) => answer.request().method() === 'PATCH')
      await it.page.getByLabel(`Role of ${GRACE}`).selectOption('admin')
      await changed
      await page.reload()
      await page.getByRole('button', { name: 'Invite person' }).waitFor()

      await it.page.getByRole('button', { name: `Remove ${GRACE}` }).click()
      await it.page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
      await it.page.getByText('1 member').waitFor()
      await page.reload()
      await page.getByRole('heading', { name: 'Sign in' }).waitFor()

      await page.goto(link)
      await page.getByText('The invitation was used or revoked').waitFor()
      await stranger.close()
    })

    test('a signed-in member who follows another link keeps the account', async () => {
      await setPassword(it.page)
      const link = await invite()
      const page = await it.page.context().newPage()
      await page.goto(link)
      await page.getByRole('button', { name: /Join as .*owner@/ }).click()
      await page.getByText('You are a member of this account already').waitFor()
      await page.close()
    })
  },
)
