import { expect, test } from 'vitest'
import { describeInBrowser, go } from './browser.ts'

describeInBrowser(
  // No resolver answers there.
  async () => ({ DNS_SERVERS: '127.0.0.1:9', DNS_CANARIES: 'off', DNS_TRIES: '1', DNS_TIMEOUT_MS: '200' }),
  (it) => {
    test('a domain report has its own address, and shows what could not be found out as unknown', async () => {
      const { page } = it
      await go(page, 'Domain report')
      await page.getByLabel('Domain', { exact: true }).fill('Contoso.com')
      await page.getByRole('button', { name: 'Look up' }).click()
      const posture = page.getByRole('region', { name: 'Mail posture' })
      await posture.getByRole('row', { name: /^DMARC.*unknown.*No name server could be reached/ }).waitFor()
      expect(new URL(page.url()).pathname).toBe('/domains/contoso.com')
      expect(await posture.getByText('absent', { exact: true }).count()).toBe(0)
      await page.getByText('No blocklist is queried.').waitFor()

      await page.reload()
      await posture.getByRole('row', { name: /^SPF/ }).waitFor()
      expect(await page.getByLabel('Domain', { exact: true }).inputValue()).toBe('contoso.com')
    })
  },
)
