// Signing in without a password: a passkey of Chromium's virtual authenticator, and a real OpenID provider.
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { createAccount, findUserOf } from '../../server/src/accounts/accounts.ts'
import { makeInvitation } from '../../server/src/accounts/members/invitations.ts'
import { linkTo, makeLink } from '../../server/src/identity/users/sign-in-links.ts'
import { type IdentityProvider, startIdentityProvider } from '../../server/test/stand-ins/identity-provider.ts'
import { freePort } from '../../server/test/support/program.ts'
import { describeInBrowser, OWNER } from './browser.ts'

const ends: (() => void)[] = []
afterAll(() => {
  for (const end of ends) end()
})

let provider: IdentityProvider
let origin: string

describeInBrowser(
  async () => {
    const port = await freePort()
    // Browsers allow passkeys on localhost, but not on an IP address.
    origin = `http://localhost:${port}`
    provider = await startIdentityProvider({
      redirectUris: [`${origin}/account/single-sign-on/contoso/callback`],
      config: { account: OWNER },
      whenOver: (end) => ends.push(end),
    })
    const { id, name, issuer, clientId, clientSecret, account } = provider.config
    const entry = { id, name, issuer, client_id: clientId, client_secret: clientSecret, account }
    return { PORT: String(port), BASE_URL: `${origin}/v1`, OIDC_PROVIDERS: JSON.stringify([entry]) }
  },
  (it) => {
    /** Runs in a separate context: the provider's pages have another origin. */
    async function open(run: (page: Page, context: BrowserContext) => Promise<void>): Promise<void> {
      const context = await it.browser.newContext({ locale: 'en-US' })
      try {
        await run(await context.newPage(), context)
      } finally {
        await context.close()
      }
    }

    test('a passkey is added in the settings, signs in, and is removed', async () => {
      await open(async (page, context) => {
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
        const person = (await findUserOf(it.db, OWNER))!
        const { secret } = await makeLink(it.db, person.id, { purpose: 'sign_in', confirms: true })
        await page.goto(linkTo(origin, 'sign_in', secret))
        await page.getByRole('heading', { name: 'Check an address' }).waitFor()
        await page.goto(`${origin}/settings`)
        await page.getByRole('button', { name: 'Add passkey' }).click()
        const dialog = page.getByRole('dialog')
        await dialog.getByLabel('Name').fill('Laptop')
        await dialog.getByRole('button', { name: 'Continue' }).click()
        await page.getByText('Laptop', { exact: true }).waitFor()

        await page.getByRole('button', { name: 'Sign out', exact: true }).click()
        await page.getByRole('heading', { name: 'Sign in' }).waitFor()
        await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
        await page.getByRole('button', { name: /^Remove .*Laptop/ }).click()
        await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
        await page.getByText('Laptop', { exact: true }).waitFor({ state: 'detached' })
      })
    })

    test('an invited person joins through the identity provider, with the role of the invitation', async () => {
      provider.person = { sub: 'grace', email: 'grace@contoso.com', email_verified: true, name: 'Grace' }
      const other = await createAccount(it.db, { email: 'team@contoso.com' })
      const invitation = { role: 'viewer', invitedBy: (await findUserOf(it.db, other.id))!.id } as const
      const { secret } = await it.db.transaction().execute((tx) => makeInvitation(tx, other.id, invitation))
      await open(async (page) => {
        await page.goto(`${origin}/#invitation=${secret}`)
        await page.getByRole('heading', { name: /^Join .*team@contoso\.com/ }).waitFor()
        await page.getByRole('button', { name: /^Continue with / }).click()
        await page.getByRole('heading', { name: 'Check an address' }).waitFor()
        await page.goto(`${origin}/team`)
        await page.getByText('grace@contoso.com').first().waitFor()
        expect(await page.getByRole('button', { name: 'Invite person' }).count()).toBe(0)
      })
      provider.person = { sub: 'ada', email: 'ada@contoso.com', email_verified: true, name: 'Ada' }
    })

    test('a new user signs in at the identity provider, and returns to the page they came for', async () => {
      await open(async (page) => {
        await page.goto(`${origin}/contacts`)
        await page.getByRole('button', { name: /^Continue with / }).click()
        await page.getByRole('heading', { name: 'Contacts', exact: true }).waitFor()
        expect(page.url()).toBe(`${origin}/contacts`)
        await page.goto(`${origin}/settings`)
        await page.getByText('Contoso', { exact: true }).waitFor()
      })
    })

    test('a canceled sign-in is explained, and returns to the sign-in page', async () => {
      await open(async (page) => {
        const { person } = provider
        provider.person = null
        await page.goto(origin)
        await page.getByRole('button', { name: /^Continue with / }).click()
        await page.getByText('The sign-in at Contoso was canceled.').waitFor()
        await page.getByRole('button', { name: 'Back to sign-in' }).click()
        await page.getByRole('button', { name: /^Continue with / }).waitFor()
        provider.person = person
      })
    })
  },
)
