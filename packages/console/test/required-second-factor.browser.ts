// An account that requires two-factor authentication: what its owner reads, what a member without it sees, and how each of them gets in.
import type { BrowserContext, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { findAccount } from '../../server/src/accounts/accounts.ts'
import { addMember } from '../../server/src/accounts/members/members.ts'
import { readPlans } from '../../server/src/accounts/plans/plans.ts'
import { linkTo, makeLink, slowPasswords } from '../../server/src/identity/identity.ts'
import { createUser } from '../../server/src/identity/users/users.ts'
import { callAdmin } from '../../server/test/admin/run-admin.ts'
import { codeOf } from '../../server/test/identity/second-factor/totp.ts'
import { freePort } from '../../server/test/support/program.ts'
import { findFaults } from './axe.ts'
import { describeInBrowser, go, OWNER, PASSWORD, setPassword } from './browser.ts'
import { setUpSecondFactor } from './by-keys.ts'

const LABEL = 'Require two-factor authentication of all members'
const SETUP = 'To continue, add a passkey or turn on an authenticator app.'
const BY_PASSKEY = 'To continue, use your passkey.'

let origin: string

describeInBrowser(
  async () => {
    const port = await freePort()
    // Browsers allow passkeys on localhost, but not on an IP address.
    origin = `http://localhost:${port}`
    return { PORT: String(port), BASE_URL: `${origin}/v1` }
  },
  (it) => {
    const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()
    const admin = (...words: string[]) => callAdmin(it.databaseUrl, words)

    async function addPerson(email: string, password?: string): Promise<string> {
      const passwordHash = password === undefined ? null : await slowPasswords.hash(password)
      const { id: accountId } = (await findAccount(it.db, OWNER))!
      return it.db.transaction().execute(async (tx) => {
        const { id } = await createUser(tx, { email, passwordHash, isConfirmed: true })
        await addMember(tx, readPlans(''), { accountId, userId: id, role: 'member' })
        return id
      })
    }

    async function inAnotherBrowser(run: (page: Page, context: BrowserContext) => Promise<void>): Promise<void> {
      const context = await it.browser.newContext({ locale: 'en-US', reducedMotion: 'reduce' })
      try {
        await run(await context.newPage(), context)
      } finally {
        await context.close()
      }
    }

    async function signIn(page: Page, email: string): Promise<void> {
      await page.goto(origin)
      await page.getByLabel('Email address').fill(email)
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    }

    test('the owner reads whom the requirement affects, and sets up two-factor authentication first', async () => {
      const { page } = it
      await addPerson('grace@contoso.com', PASSWORD)
      await setPassword(page)
      await go(page, 'Team')
      await page.getByLabel(LABEL).click()
      const dialog = page.getByRole('dialog', { name: 'Require two-factor authentication?' })
      await dialog.getByText(/^Members without an authenticator app: .*owner@.*grace@contoso\.com/).waitFor()
      await dialog.getByRole('button', { name: 'Require', exact: true }).click()
      await dialog.getByRole('alert').getByText('Turn on two-factor authentication for yourself first').waitFor()
      expect(await findFaults(page)).toEqual([])
      await page.keyboard.press('Escape')
      await go(page, 'Settings')
      await setUpSecondFactor(page)

      await go(page, 'Team')
      await page.getByLabel(LABEL).click()
      await dialog.getByText(/^Members without an authenticator app: [^,]*grace@contoso\.com/).waitFor()
      await dialog.getByRole('button', { name: 'Require', exact: true }).click()
      await dialog.waitFor({ state: 'detached' })
      expect(await page.getByLabel(LABEL).isChecked()).toBe(true)
    })

    test('a member without two-factor authentication sees only its setup, and continues with an authenticator app', async () => {
      await inAnotherBrowser(async (page) => {
        await signIn(page, 'grace@contoso.com')
        await page.getByText(SETUP).waitFor()
        expect(await page.getByRole('navigation').count()).toBe(0)
        await page.goto(`${origin}/contacts`)
        await page.getByText(SETUP).waitFor()
        await page.setViewportSize({ width: 360, height: 800 })
        expect(await findFaults(page)).toEqual([])
        await page.setViewportSize({ width: 1280, height: 800 })
        await page.getByRole('button', { name: 'Turn on two-factor authentication' }).click()
        const dialog = page.getByRole('dialog')
        await dialog.getByLabel('Current password').fill(PASSWORD)
        await dialog.getByRole('button', { name: 'Continue' }).click()
        const uri = (await dialog.getByRole('link', { name: 'Open in an app on this device' }).getAttribute('href'))!
        await dialog.getByLabel('Code from the app').fill(codeOf(uri))
        await dialog.getByRole('button', { name: 'Turn on', exact: true }).click()
        await heading(page, 'Contacts')
      })
    })

    test('a member without a password continues with a passkey, and uses it from then on', async () => {
      const email = 'linus@contoso.com'
      const { secret } = await makeLink(it.db, await addPerson(email), { purpose: 'sign_in', confirms: true })
      await inAnotherBrowser(async (page, context) => {
        await useAuthenticator(page, context)
        await page.goto(linkTo(origin, 'sign_in', secret))
        await page.getByText(SETUP).waitFor()
        await page.getByLabel('New password').fill(PASSWORD)
        await page.getByRole('button', { name: 'Set password' }).click()
        await page.getByLabel('New password').waitFor({ state: 'detached' })
        await page.getByRole('button', { name: 'Add passkey' }).click()
        const dialog = page.getByRole('dialog')
        await dialog.getByLabel('Name').fill('Laptop')
        await dialog.getByLabel('Current password').fill(PASSWORD)
        await dialog.getByRole('button', { name: 'Continue' }).click()
        await heading(page, 'Check an address')

        await page.getByRole('button', { name: 'Sign out', exact: true }).click()
        await heading(page, 'Sign in')
        await signIn(page, email)
        await page.getByText(BY_PASSKEY).waitFor()
        expect(await findFaults(page)).toEqual([])
        await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
        await heading(page, 'Check an address')
      })
      await inAnotherBrowser(async (page) => {
        await signIn(page, email)
        await page.getByText(BY_PASSKEY).waitFor()
        const advice = await page.getByText('If you lost it, ask the operator').innerText()
        const [, command = ''] = advice.split('mailsift-admin ')
        expect((await admin(...command.split(' '))).output).toContain('Passkeys removed: 1.')
        await page.reload()
        await page.getByText(SETUP).waitFor()
      })
    })

    test('a locked-out owner is let in by the administration', async () => {
      const { page } = it
      expect((await admin('users', 'remove-second-factor', OWNER)).code).toBe(0)
      await page.reload()
      await page.getByText(SETUP).waitFor()
      expect((await admin('users', 'require-second-factor', OWNER, '--off')).code).toBe(0)
      await page.reload()
      await heading(page, 'Team')
      expect(await page.getByLabel(LABEL).isChecked()).toBe(false)
    })
  },
)

async function useAuthenticator(page: Page, context: BrowserContext): Promise<void> {
  const devtools = await context.newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}
