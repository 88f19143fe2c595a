// The reference as a person meets it, in a real browser that reaches nothing but the service.
import type { Browser, Page, Response } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser } from '../../../intake/test/chromium.ts'
import { findUserOf } from '../../src/accounts/accounts.ts'
import { makeLink } from '../../src/identity/users/sign-in-links.ts'
import { type Service, startService } from '../bulk/service.ts'

describe('in Chromium', () => {
  let service: Service
  let browser: Browser
  const foreign: string[] = []
  beforeAll(async () => {
    service = await startService({}, { worker: false })
    browser = await openBrowser()
  })
  afterAll(async () => {
    await service.stop()
  })

  async function open(): Promise<Page> {
    const page = await browser.newPage()
    await page.route('**', (route) => {
      const url = route.request().url()
      if (url.startsWith(service.origin) || /^(?:data|blob):/.test(url)) return route.continue()
      foreign.push(url)
      return route.abort()
    })
    return page
  }

  /** Sends the form of an operation as it is filled in by default. */
  async function tryOut(page: Page, operation: RegExp, token = ''): Promise<Response> {
    await page.getByRole('button', { name: operation }).first().click()
    const dialog = page.getByRole('dialog').first()
    await dialog.locator('.scalar-password-input').first().fill(token)
    const answered = page.waitForResponse((answer) => /\/(?:v1|account)\//.test(answer.url()))
    await dialog.getByRole('button', { name: /^Send/ }).first().click()
    return answered
  }

  test('the reference opens with its introduction on Validate, asks no other host, and requests can be tried out with a token and as the person who is signed in', async () => {
    const { accountId, readToken } = await service.newCaller()
    const { secret } = await makeLink(service.db, (await findUserOf(service.db, accountId))!.id, {
      purpose: 'sign_in',
      confirms: true,
    })
    const page = await open()
    await page.goto(`${service.origin}/docs/errors/not_found`)
    const signedIn = await page.evaluate(
      async (secret) =>
        (
          await fetch('/account/sign-in-link', {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ secret }),
          })
        ).status,
      secret,
    )
    expect(signedIn).toBe(200)
    await page.goto(`${service.origin}/docs`)
    await page.getByRole('heading', { name: 'Quick start' }).waitFor({ state: 'attached', timeout: 280_000 })
    const tags = await page.locator('aside').first().innerText()
    expect(tags.indexOf('Validate one address')).toBeGreaterThan(tags.indexOf('Introduction'))
    expect(tags.indexOf('Lists')).toBeGreaterThan(tags.indexOf('Validate one address'))
    expect((await tryOut(page, /Test Request/i, readToken)).status()).toBe(200)
    await page.keyboard.press('Escape')
    await page.goto(`${service.origin}/docs#tag/site-keys/POST/account/site-keys`)
    expect((await tryOut(page, /Test Request.*post \/account\/site-keys/i)).status()).toBe(201)
    expect(foreign).toEqual([])
    await page.close()
  })
})
