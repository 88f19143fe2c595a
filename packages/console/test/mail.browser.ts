// Flows with email: signing up, resetting a forgotten password, inviting, and the operator's test email.
import { afterAll, expect, test } from 'vitest'
import { type SmtpStandIn, textOf, useSmtpServer } from '../../server/test/stand-ins/smtp-server.ts'
import { findFaults } from './axe.ts'
import { describeInBrowser, go } from './browser.ts'

const ANN = 'ann.lee@contoso.com'
const ends: (() => Promise<void>)[] = []
let smtp: SmtpStandIn
afterAll(async () => {
  for (const end of ends) await end()
})

describeInBrowser(
  async () => {
    smtp = await useSmtpServer({ onFinished: (end) => ends.push(end) })
    return {
      SIGN_UP: 'open',
      SIGN_UP_PROOF_BITS: '1',
      SIGN_UP_PLAN: 'self-hosted',
      SMTP_URL: smtp.url,
      MAIL_FROM: 'mail@mailsift.test',
    }
  },
  (it) => {
    test('a visitor signs up by the link in an email, and later resets a forgotten password', async () => {
      const stranger = await it.browser.newContext({ locale: 'en-US' })
      const page = await stranger.newPage()
      await page.goto(it.origin)
      await page.getByRole('button', { name: 'Create an account' }).click()
      await page.getByLabel('Email address').fill('someone@mailinator.com')
      await page.getByRole('button', { name: 'Send link' }).click()
      await page.getByRole('alert').getByText('disposable').waitFor()
      expect(await findFaults(page)).toEqual([])
      await page.getByLabel('Email address').fill(ANN)
      await page.getByRole('button', { name: 'Send link' }).click()
      await page.getByText('An email is on its way').waitFor()

      await page.goto(/http\S+#sign-up=[\w-]+/.exec(textOf(await smtp.next(ANN)))![0])
      await page.getByRole('heading', { name: 'Create your account' }).waitFor()
      expect(page.url()).not.toContain('sign-up')
      expect(await findFaults(page)).toEqual([])
      expect(await page.getByLabel('Email address').inputValue()).toBe(ANN)
      await page.getByLabel('Password').fill('correct horse battery staple')
      await page.getByRole('button', { name: 'Create account' }).click()
      await page.getByRole('heading', { name: 'Check an address' }).waitFor()

      await stranger.clearCookies()
      await page.goto(it.origin)
      await page.getByRole('button', { name: 'Forgot password?' }).click()
      await page.getByLabel('Email address').fill(ANN)
      await page.getByRole('button', { name: 'Send link' }).click()
      await page.getByText('If a person signs in with this address').waitFor()
      expect(await findFaults(page)).toEqual([])
      await page.goto(/http\S+#reset=[\w-]+/.exec(textOf(await smtp.next(ANN)))![0])
      await page.getByLabel('New password').fill('another entirely random phrase')
      await page.getByRole('button', { name: 'Set password' }).click()
      await page.getByText('Your new password is set').waitFor()
      await stranger.close()
    })

    test('an invitation and a test email are sent from the console', async () => {
      const { page } = it
      await go(page, 'Team')
      await page.getByRole('button', { name: 'Invite person' }).click()
      await page.getByLabel('Email address').fill('grace@contoso.com')
      await page.getByRole('button', { name: 'Create link' }).click()
      await page.getByText('An email with a link is sent to').waitFor()
      const link = (await page.getByText(/#invitation=[\w-]{43}/).textContent())!.trim()
      expect(textOf(await smtp.next('grace@contoso.com'))).toContain(link)
      await page.getByRole('button', { name: 'Done, I copied it' }).click()

      await go(page, 'Settings')
      await page.getByLabel('Address', { exact: true }).fill('ops@contoso.com')
      await page.getByRole('button', { name: 'Send a test email' }).click()
      await page.getByText('The mail server accepted the email for').waitFor()
      await smtp.next('ops@contoso.com')
      const saved = page.waitForResponse((answer) => answer.url().endsWith('/account/notifications'))
      await page.getByLabel('Email me when a list').check()
      expect((await saved).status()).toBe(200)
    })
  },
)
