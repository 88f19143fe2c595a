import { expect, test } from 'vitest'
import { describeInBrowser, go, validate } from './browser.ts'

describeInBrowser(
  // No resolver listens there.
  async () => ({ DNS_SERVERS: '127.0.0.1:9', DNS_CANARIES: 'off', DNS_TRIES: '1', DNS_TIMEOUT_MS: '200' }),
  (it) => {
    test('a domain report has its own URL, and shows as unknown what could not be determined', async () => {
      const { page } = it
      await go(page, 'Domain report')
      await page.getByLabel('Domain', { exact: true }).fill('Contoso.com')
      await page.getByRole('button', { name: 'Look up' }).click()
      const posture = page.getByRole('region', { name: 'Email security' })
      await posture.getByRole('row', { name: /^DMARC.*unknown/ }).waitFor()
      await posture.getByRole('row', { name: /^STARTTLS.*not checked.*do not connect to mail servers/ }).waitFor()
      // Shown once, not in every row.
      expect(await page.getByText('No name server could be reached').count()).toBe(1)
      expect(new URL(page.url()).pathname).toBe('/domains/contoso.com')
      expect(await posture.getByText('absent', { exact: true }).count()).toBe(0)
      await page.getByText('No blocklist is queried.').waitFor()

      await page.reload()
      await posture.getByRole('row', { name: /^SPF/ }).waitFor()
      expect(await page.getByLabel('Domain', { exact: true }).inputValue()).toBe('contoso.com')
    })

    test('an invalid domain is refused with what to enter, without a retry', async () => {
      const { page } = it
      await page.getByLabel('Domain', { exact: true }).fill('jane@contoso.com')
      await page.getByRole('button', { name: 'Look up' }).click()
      await page.getByRole('alert').getByText('Enter a domain such as contoso.com').waitFor()
      expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0)
      expect(await page.getByLabel('Domain', { exact: true }).inputValue()).toBe('jane@contoso.com')
    })

    test('a failed domain check is shown under the button, and the address is no longer called safe', async () => {
      const { page } = it
      await go(page, 'Check an address')
      await page.getByLabel('Email address').fill('jane.doe@contoso.com')
      await page.getByRole('heading', { name: 'Safe to send' }).waitFor()
      await page.getByRole('button', { name: 'Check domain' }).click()
      await page.getByRole('heading', { name: 'Domain not checked' }).waitFor()
      expect(await page.getByRole('heading', { name: 'Safe to send' }).count()).toBe(0)
      const [problem, verdict] = await Promise.all([
        page.getByRole('alert').boundingBox(),
        page.getByRole('heading', { name: 'Domain not checked' }).boundingBox(),
      ])
      expect(problem!.y).toBeLessThan(verdict!.y)
    })

    test('a list whose lookups fail shows how many rows were not checked, and the next step', async () => {
      const { page } = it
      await go(page, 'Clean a list')
      await page.getByLabel('Or paste addresses').fill('jane.doe@contoso.com\npeter.miller@fabrikam.com')
      await page.getByRole('button', { name: 'Preview' }).click()
      await validate(page, { withDomains: true })
      await page.getByText('2 addresses could not be checked because lookups failed.').waitFor()
      await page.getByRole('button', { name: 'Retry the unknown rows' }).waitFor()
    })
  },
)
