// The line that an instance gives out, on a page of another origin, in a real browser: script, data and answers cross origins here.
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser, PATIENT } from '../../intake/test/chromium.ts'
import { makeSiteKey, revokeSiteKey } from '../../server/src/credentials/site-keys/site-keys.ts'
import { guardTag } from '../../server/src/validation/guard/assets.ts'
import { type Service, startService } from '../../server/test/bulk/service.ts'

describe('in Chromium', () => {
  let service: Service
  let page: Page
  let site: Server
  let origin: string
  let body = ''

  beforeAll(async () => {
    service = await startService({}, { worker: false })
    page = await (await openBrowser()).newPage()
    await page.addInitScript(PATIENT)
    const policy = `default-src 'none'; script-src ${service.origin}; connect-src ${service.origin} http://127.0.0.1:9; form-action 'self'; require-trusted-types-for 'script'`
    site = createServer((request, response) => {
      if (request.url!.startsWith('/sent')) return response.end('sent')
      response.setHeader('content-security-policy', policy).setHeader('content-type', 'text/html')
      return response.end(`<!doctype html><title>form</title>${body}`)
    }).listen(0, '127.0.0.1')
    await once(site, 'listening')
    origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
  })
  afterAll(async () => {
    await page?.close()
    site.closeAllConnections()
    site.close()
    await service.stop()
  })

  async function makeKey(origins = [origin]) {
    const { accountId } = await service.newCaller()
    const key = await service.db.transaction().execute((tx) => makeSiteKey(tx, accountId, { name: 'Form', origins }))
    return { ...key, accountId }
  }

  async function open(key: string, attributes = ''): Promise<void> {
    const tag = (await guardTag(service.base))(key)
    body = `${tag}<form action="/sent"><mailsift-guard block="disposable" ${attributes}><input type="email" name="email"></mailsift-guard><button id="send">Send</button></form>`
    await page.goto(origin)
    const loaded = page.waitForResponse(/guard\.bin/)
    await page.focus('input')
    await loaded
  }

  const ask = (key: string) =>
    fetch(
      `${service.origin}/guard/emails/validate?${new URLSearchParams({ email: 'a.b@contoso.com', site_key: key })}`,
      {
        headers: { origin },
      },
    )

  test('the line works on a page of its origin: hash, data, and a disposable inbox that the service confirms', async () => {
    const { key } = await makeKey()
    await open(key)
    await page.locator('input').pressSequentially('ann.lee@mailinator.com')
    await page.locator('input').blur()
    const isValid = () => page.locator('input').evaluate((input: { checkValidity(): boolean }) => input.checkValidity())
    await expect.poll(isValid).toBe(false)
  })

  test.for<[string, () => Promise<{ key: string; attributes?: string }>]>([
    ['a key of another origin', () => makeKey(['https://shop.contoso.com'])],
    [
      'a revoked key',
      async () => {
        const { id, key, accountId } = await makeKey()
        await service.db.transaction().execute((tx) => revokeSiteKey(tx, id, accountId))
        return { key }
      },
    ],
    [
      'an exhausted limit',
      async () => {
        const { key } = await makeKey()
        const answers = await Promise.all(Array.from({ length: 21 }, () => ask(key)))
        expect(answers.map(({ status }) => status)).toContain(429)
        return { key }
      },
    ],
    ['a service that is away', async () => ({ key: (await makeKey()).key, attributes: 'server="http://127.0.0.1:9"' })],
  ])('%s leaves the form as it is', async ([, prepare]) => {
    const { key, attributes } = await prepare()
    await open(key, attributes)
    const asked = page.waitForRequest(/guard\/emails\/validate/)
    await page.locator('input').pressSequentially('ann.lee@mailinator.com')
    await page.locator('input').blur()
    await asked
    await page.click('#send')
    await page.waitForURL('**/sent?email=ann.lee%40mailinator.com')
  })
})
