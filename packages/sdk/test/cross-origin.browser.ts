// A page of another origin that the service allows, in a real browser: every call crosses origins, uploads and downloads included.
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser } from '../../intake/test/chromium.ts'
import { type Service, startService } from '../../server/test/bulk/service.ts'
import { bundle } from './bundle.ts'

const MISSING = '0198a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b'

describe('in Chromium', () => {
  let site: Server
  let origin: string
  let service: Service
  let browser: Browser

  beforeAll(async () => {
    const script = await bundle()
    site = createServer((request, response) => {
      if (request.url === '/sdk.js') return response.setHeader('content-type', 'text/javascript').end(script)
      return response.setHeader('content-type', 'text/html').end('<!doctype html><script src="/sdk.js"></script>')
    }).listen(0, '127.0.0.1')
    await once(site, 'listening')
    origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
    service = await startService({ CORS_ORIGINS: origin })
    browser = await openBrowser()
  })
  afterAll(async () => {
    site.closeAllConnections()
    site.close()
    await service.stop()
  })

  test('a page with a token validates, cleans a file, and reads why something was refused, whatever the method', async () => {
    const { token } = await service.newCaller()
    const page = await browser.newPage()
    await page.goto(origin)
    const said = await page.evaluate(
      async ({ token, baseUrl, MISSING }) => {
        // biome-ignore lint/suspicious/noExplicitAny: what the bundle hangs on the window
        const { Mailsift } = (globalThis as any).sdk as typeof import('../src/index.ts')
        const mailsift = new Mailsift({ token, baseUrl, maxRetries: 0 })
        const { validations } = await mailsift.validate('ada.lovelace@contoso.com')
        const { csv } = await mailsift.csv.clean(new File(['email\nann.lee@contoso.com\n'], 'list.csv'), {
          emailColumn: 'email',
          onUploadProgress: () => {},
        })
        const cleaned = await new Response(csv).text()
        const missing = await mailsift.contacts.delete(MISSING).catch((error) => error.code)
        const refused = await mailsift.validate('ada').catch((error) => [error.code, typeof error.requestId])
        return { isSafe: validations.safe_to_send, rows: cleaned.split('\n').length, missing, refused }
      },
      { token, baseUrl: service.origin, MISSING },
    )
    expect(said).toEqual({ isSafe: true, rows: 3, missing: 'not_found', refused: ['invalid_email', 'string'] })
    await page.close()
  })
})
