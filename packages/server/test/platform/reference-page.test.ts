// The reference as a person meets it, in a real browser that reaches nothing but the service.
import { chromium } from 'playwright-core'
import { expect, test } from 'vitest'
import { CHROMIUM } from '../../../intake/test/chromium.ts'
import { startService } from '../bulk/service.ts'

test.skipIf(!CHROMIUM)(
  'the reference opens with its introduction on Validate, asks no other host, and a request can be tried out',
  { timeout: 120_000 },
  async () => {
    const service = await startService({}, { worker: false })
    const { readToken } = await service.newCaller()
    const browser = await chromium.launch({ executablePath: CHROMIUM!, args: ['--no-sandbox'] })
    try {
      const page = await browser.newPage()
      const foreign: string[] = []
      await page.route('**', (route) => {
        const url = route.request().url()
        if (url.startsWith(service.origin) || /^(?:data|blob):/.test(url)) return route.continue()
        foreign.push(url)
        return route.abort()
      })
      await page.goto(`${service.origin}/docs`)
      await page.getByRole('heading', { name: 'A first call' }).waitFor({ timeout: 60_000 })
      const tags = await page.locator('aside').first().innerText()
      expect(tags.indexOf('Validate one address')).toBeGreaterThan(tags.indexOf('Introduction'))
      expect(tags.indexOf('Lists')).toBeGreaterThan(tags.indexOf('Validate one address'))

      await page
        .getByRole('button', { name: /Test Request/i })
        .first()
        .click()
      const dialog = page.getByRole('dialog').first()
      await dialog.locator('.scalar-password-input').first().fill(readToken)
      const answered = page.waitForResponse((answer) => answer.url().includes('/v1/emails/validate'))
      await dialog.getByRole('button', { name: /^Send/ }).first().click()
      expect((await answered).status()).toBe(200)
      expect(foreign).toEqual([])
    } finally {
      await browser.close()
      await service.stop()
    }
  },
)
