import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync } from 'node:zlib'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser, PATIENT } from '../../intake/test/chromium.ts'
import { builtFile } from '../../server/src/platform/built-file.ts'

const SCRIPT_MAX_BYTES = 12_500
const DATA = readFileSync(new URL(import.meta.resolve('@mailsift/engine/data/guard.bin')))

test('the script stays within its bound, and imports nothing', () => {
  const script = readFileSync(builtFile('guard', 'guard.js'))
  expect(brotliCompressSync(script).length).toBeLessThan(SCRIPT_MAX_BYTES)
  expect(script.toString()).not.toMatch(/['"]node:|require\(|\beval\(|new Function/)
})

type Answer = { status: number; body: object } | 'silence'

describe('in Chromium', () => {
  let browser: Browser
  /** One for all tests: its own document is what a test needs, and a window costs more than most tests. */
  let window: Page
  let site: Server
  let origin: string
  let asked: string[] = []
  let answer: Answer = 'silence'
  let body = ''
  let withoutData = false
  let dataMayCome = Promise.resolve()

  beforeAll(async () => {
    browser = await openBrowser()
    // The strictest policy under which a page can load the script at all.
    const policy =
      "default-src 'none'; script-src 'self'; connect-src 'self'; form-action 'self'; " +
      "require-trusted-types-for 'script'; trusted-types 'none'"
    site = createServer((request, response) => {
      const url = new URL(request.url!, 'http://page')
      if (url.pathname === '/guard.js')
        return response
          .setHeader('content-type', 'text/javascript; charset=utf-8')
          .end(readFileSync(builtFile('guard', 'guard.js')))
      if (url.pathname === '/guard.bin') {
        if (withoutData) return response.writeHead(500).end()
        return dataMayCome.then(() => response.end(DATA))
      }
      if (url.pathname === '/sent') return response.end('sent')
      if (url.pathname === '/guard/emails/validate') {
        asked.push(url.search)
        if (answer === 'silence') return undefined
        return response
          .writeHead(answer.status, { 'content-type': 'application/json' })
          .end(JSON.stringify(answer.body))
      }
      response.setHeader('content-security-policy', policy).setHeader('content-type', 'text/html')
      return response.end(`<!doctype html><script src="/guard.js" data-site-key="mk_x"></script>${body}`)
    }).listen(0, '127.0.0.1')
    await new Promise((resolve) => site.once('listening', resolve))
    origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
    window = await browser.newPage()
    await window.addInitScript(PATIENT)
    await window.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', (event) => {
        document.title += `violated ${(event as SecurityPolicyViolationEvent).violatedDirective}`
      })
    })
  })
  afterAll(async () => {
    await window?.close()
    site.closeAllConnections()
    site.close()
  })

  const FORM = (attributes = '') =>
    `<form action="/sent"><mailsift-guard ${attributes}><input type="email" name="email" aria-describedby="hint"></mailsift-guard><button id="send">Send</button></form>`

  async function open(html: string, page = window): Promise<Page> {
    body = html
    asked = []
    answer = 'silence'
    withoutData = false
    dataMayCome = Promise.resolve()
    await page.goto(origin)
    return page
  }

  const suggestion = (page: Page) => page.locator('mailsift-guard >> button[part=suggestion]')
  /** Puts in the text at once, as a keyboard that completes words does. */
  async function type(page: Page, text: string): Promise<void> {
    const loaded = page.waitForResponse(/guard\.bin/)
    await page.focus('input')
    await loaded
    await page.keyboard.insertText(text)
  }

  test('a slip is suggested while it is typed, taken up by one click, and never blocks', async () => {
    const page = await open(FORM())
    await type(page, 'ann.lee@g')
    await page.locator('input').pressSequentially('mial.com')
    await expect.poll(() => suggestion(page).textContent()).toBe('Did you mean ann.lee@gmail.com?')
    expect(await page.locator('input').evaluate((input: HTMLInputElement) => input.checkValidity())).toBe(true)
    const described = await page.locator('input').getAttribute('aria-describedby')
    expect(described).toMatch(/^hint mailsift-guard-1$/)
    expect(await page.locator('#mailsift-guard-1').textContent()).toBe('Did you mean ann.lee@gmail.com?')
    await suggestion(page).click()
    expect(await page.locator('input').inputValue()).toBe('ann.lee@gmail.com')
    expect(await suggestion(page).isVisible()).toBe(false)
    expect(await page.title()).toBe('')
  })

  const validationMessage = (page: Page) =>
    page.locator('input').evaluate((input: HTMLInputElement) => input.validationMessage)

  test('what is no address makes the input invalid, with the reason', async () => {
    const page = await open(FORM())
    await type(page, 'ann lee@contoso.com')
    await expect.poll(() => validationMessage(page)).toContain('Check the address')
    await page.locator('input').fill('ann.lee@contoso.com')
    expect(await validationMessage(page)).toBe('')
  })

  test('an address that is not finished is no mistake: it is spoken of when the person leaves the field, and from then on at once', async () => {
    const page = await open(FORM())
    const said = () => page.locator('mailsift-guard >> [role=status]').textContent()
    await type(page, 'ann.lee@conto')
    await expect.poll(() => validationMessage(page)).toBe('Check the address: The domain has no dot.')
    expect(await said()).toBe('')
    await page.locator('input').blur()
    expect(await said()).toBe('Check the address: The domain has no dot.')
    await page.locator('input').press('End')
    await page.locator('input').pressSequentially('so..com')
    expect(await said()).toBe('Check the address: The address has an empty label in the domain.')
    await page.locator('input').fill('ann.lee@contoso.com')
    expect(await said()).toBe('')
  })

  test('the suggestion keeps the name, replacement patterns such as $& included', async () => {
    const page = await open(FORM())
    await type(page, "cash$&$'co@gmial.com")
    await expect.poll(() => suggestion(page).textContent()).toBe("Did you mean cash$&$'co@gmail.com?")
  })

  test('what the page itself says of the input stays', async () => {
    const page = await open(FORM())
    await type(page, 'ann.lee@gmial.com')
    await suggestion(page).waitFor()
    await page.locator('input').evaluate((input: HTMLInputElement) => input.setCustomValidity('It is taken.'))
    await page.locator('input').fill('ann.lee@contoso.com')
    expect(await validationMessage(page)).toBe('It is taken.')
  })

  test('an answer of the service that comes before the data holds when the data comes', async () => {
    const page = await open(FORM('block="disposable"'))
    let letDataCome = () => {}
    dataMayCome = new Promise((resolve) => {
      letDataCome = resolve
    })
    answer = { status: 200, body: { tier: 'unsafe', reason: 'disposable', suggestion: null, is_disposable: true } }
    await page.locator('input').fill('ann.lee@mailinator.com')
    await page.locator('input').blur()
    await expect.poll(() => validationMessage(page)).toBe('Use a permanent address. This one is disposable.')
    letDataCome()
    // The data is there when another address is validated by it.
    await page.evaluate(() => {
      const other = document.createElement('mailsift-guard')
      const input = document.createElement('input')
      input.id = 'other'
      input.value = 'ann.lee@gmial.com'
      other.append(input)
      document.querySelector('form').append(other)
    })
    await suggestion(page).waitFor()
    expect(
      await page
        .locator('input')
        .first()
        .evaluate((input: HTMLInputElement) => input.validationMessage),
    ).toBe('Use a permanent address. This one is disposable.')
  })

  test('a form that is emptied, or filled in by the page, is validated by what is in it when it is sent', async () => {
    const page = await open(FORM())
    await type(page, 'ann.lee')
    await expect.poll(() => validationMessage(page)).not.toBe('')
    await page.locator('input').blur()
    await page.evaluate(() => document.querySelector('form').reset())
    await expect.poll(() => validationMessage(page)).toBe('')
    await page.locator('input').fill('ann.lee')
    expect(await validationMessage(page)).not.toBe('')
    await page.evaluate(() => {
      document.querySelector('input').value = 'ann.lee@contoso.com'
    })
    await page.click('#send')
    await page.waitForURL('**/sent?email=ann.lee%40contoso.com')
  })

  test('an input for several addresses is left alone', async () => {
    const page = await open(FORM().replace('type="email"', 'type="email" multiple'))
    await type(page, 'ann.lee@contoso.com,bob.ray@contoso.com')
    await page.click('#send')
    await page.waitForURL('**/sent?email=ann.lee%40contoso.com%2Cbob.ray%40contoso.com')
    expect(asked).toEqual([])
  })

  test('nothing is put into the element, and the input is changed only while something is said: frameworks find what they rendered', async () => {
    const page = await open(FORM())
    await type(page, 'ann.lee@contoso.com')
    expect(await page.locator('input').getAttribute('aria-describedby')).toBe('hint')
    await page.locator('input').fill('ann.lee@gmial.com')
    await suggestion(page).waitFor()
    expect(await page.locator('input').getAttribute('aria-describedby')).toBe('hint mailsift-guard-1')
    const inside = await page.evaluate(() => document.querySelector('mailsift-guard').childNodes.length)
    expect(inside).toBe(1)
  })

  test('a style that gives a part its display shows nothing where there is nothing to say', async () => {
    const page = await open(FORM())
    await type(page, 'ann.lee@contoso.com')
    const parts = page.locator('mailsift-guard >> [part]')
    expect(await parts.count()).toBe(0)
    await page.locator('input').fill('ann.lee@gmial.com')
    await expect.poll(() => parts.count()).toBe(1)
  })

  test('the input of the address is found beside others, and again when the page replaces it', async () => {
    const page = await open(FORM().replace('<input', '<input type="hidden" name="csrf" value="x"><input'))
    const loaded = page.waitForResponse(/guard\.bin/)
    await page.focus('[type=email]')
    await loaded
    await page.locator('[type=email]').fill('ann.lee@gmial.com')
    await suggestion(page).waitFor()
    await page.evaluate(() => {
      const input = document.createElement('input')
      input.type = 'email'
      document.querySelector('[type=email]').replaceWith(input)
    })
    await expect.poll(() => suggestion(page).count()).toBe(0)
    await page.locator('[type=email]').fill('bob.ray@gmial.com')
    await expect.poll(() => suggestion(page).textContent()).toBe('Did you mean bob.ray@gmail.com?')
    // A hidden input is no one's address, also where no type tells which input is.
    await page.evaluate(() => document.querySelector('[type=email]').removeAttribute('type'))
    await page.evaluate(() => document.querySelector('mailsift-guard').append(document.createElement('i')))
    await page.locator('mailsift-guard input:not([type])').fill('eva.ray@gmial.com')
    await expect.poll(() => suggestion(page).textContent()).toBe('Did you mean eva.ray@gmail.com?')
  })

  test('a service URL with a trailing slash works', async () => {
    const page = await open(FORM(`server="${origin}/"`))
    await type(page, 'ann.lee@contoso.com')
    await page.locator('input').blur()
    await expect.poll(() => asked).toEqual(['?email=ann.lee%40contoso.com&site_key=mk_x'])
  })

  test('data that could not be loaded is requested again when the person returns to the field', async () => {
    const page = await open(FORM())
    withoutData = true
    await type(page, 'ann.lee@gmial.com')
    await page.locator('input').blur()
    withoutData = false
    await page.focus('input')
    await expect.poll(() => suggestion(page).textContent()).toBe('Did you mean ann.lee@gmail.com?')
  })

  test('a disposable inbox is refused only where the page says so and the service confirms it', async () => {
    const page = await open(FORM('block="disposable"'))
    answer = { status: 200, body: { tier: 'unsafe', reason: 'disposable', suggestion: null, is_disposable: true } }
    await type(page, 'ann.lee@mailinator.com')
    const isValid = () => page.locator('input').evaluate((input: HTMLInputElement) => input.checkValidity())
    expect(await isValid()).toBe(true)
    await page.locator('input').blur()
    await expect.poll(isValid).toBe(false)
    expect(asked).toEqual(['?email=ann.lee%40mailinator.com&site_key=mk_x'])
  })

  test('a service that does not answer leaves the form as it is', async () => {
    const page = await open(FORM('block="disposable role no_reply"'))
    await type(page, 'ann.lee@contoso.com')
    await page.click('#send')
    await page.waitForURL('**/sent?email=ann.lee%40contoso.com')
  })

  test('without its data, or without scripts, the form works as if there were no guard', async () => {
    const page = await open(FORM())
    withoutData = true
    await type(page, 'ann.lee@gmial.com')
    await page.click('#send')
    await page.waitForURL('**/sent?email=ann.lee%40gmial.com')
    const plain = await open(FORM(), await browser.newPage({ javaScriptEnabled: false }))
    await plain.fill('input', 'ann.lee@contoso.com')
    await plain.click('#send')
    await plain.waitForURL('**/sent?email=ann.lee%40contoso.com')
    await plain.close()
  })

  test('it works inside a shadow tree, and cleans up when it is taken out', async () => {
    const page = await open('<div id="host"></div>')
    await page.evaluate(() => {
      const root = document.querySelector('#host')!.attachShadow({ mode: 'open' })
      const guard = document.createElement('mailsift-guard')
      const input = document.createElement('input')
      guard.append(input)
      root.append(guard)
    })
    await type(page, 'ann.lee@gmail.con')
    await expect.poll(() => suggestion(page).textContent()).toBe('Did you mean ann.lee@gmail.com?')
    const left = await page.evaluate(() => {
      const root = document.querySelector('#host')!.shadowRoot!
      const guard = root.querySelector('mailsift-guard')!
      const input = guard.querySelector('input')!
      const { length } = root.querySelectorAll('span')
      guard.remove()
      return [length, input.getAttribute('aria-describedby'), root.querySelectorAll('span').length]
    })
    expect(left).toEqual([1, null, 0])
  })

  test('a framework that watches the setter of an input hears of the suggestion', async () => {
    const page = await open(FORM())
    await page.evaluate(() => {
      const input = document.querySelector('input')!
      const { get, set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(input), 'value')!
      let known = ''
      // As React does: what is set on the input itself is known, and an event that brings nothing else is not passed on.
      Object.defineProperty(input, 'value', {
        configurable: true,
        get() {
          return get!.call(this)
        },
        set(value) {
          known = value
          set!.call(this, value)
        },
      })
      input.addEventListener('input', () => {
        if (input.value !== known) document.title = input.value
      })
    })
    await type(page, 'ann.lee@gmial.com')
    await suggestion(page).click()
    expect(await page.title()).toBe('ann.lee@gmail.com')
  })

  test('each key stroke is validated within its own event: what is shown is never about an earlier text', async () => {
    const page = await open(FORM())
    await type(page, 'ann.lee@gmial.com')
    await expect.poll(() => suggestion(page).textContent()).toBe('Did you mean ann.lee@gmail.com?')
    const texts = ['ann@gmial.com', 'ann@gmail.com', 'bob@gmial.com', 'bob@contoso.com', '', 'eve@gmial.com']
    const shown = await page.evaluate((typed) => {
      const input = document.querySelector('input')
      const { shadowRoot } = document.querySelector('mailsift-guard')
      return typed.map((text) => {
        input.value = text
        input.dispatchEvent(new Event('input'))
        return shadowRoot.querySelector('[role=status]').textContent
      })
    }, texts)
    const meant = (name: string) => `Did you mean ${name}@gmail.com?`
    expect(shown).toEqual([meant('ann'), '', meant('bob'), '', '', meant('eve')])
  })
})

declare const document: {
  title: string
  addEventListener(name: string, listener: (event: unknown) => void): void
  // biome-ignore lint/suspicious/noExplicitAny: the page's own document, without the types of browsers
  querySelector(selector: string): any
  // biome-ignore lint/suspicious/noExplicitAny: as above
  createElement(name: string): any
}
type SecurityPolicyViolationEvent = { violatedDirective: string }
type HTMLInputElement = {
  checkValidity(): boolean
  setCustomValidity(message: string): void
  validationMessage: string
}
