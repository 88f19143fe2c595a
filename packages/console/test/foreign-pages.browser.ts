// A page of another origin in the same browser (CSRF). Its requests carry the session cookie, because cookies ignore
// ports. They must not write or be billed.
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { describeInBrowser, OWNER, PASSWORD, paste, setPassword, unitsOf, validate } from './browser.ts'

type Operation = { method: string; path: string }
type OpenApi = { paths: Record<string, Record<string, { security?: Record<string, unknown>[] }>> }

const BILLED = ['/v1/emails/validate', '/insight/emails/validate']
/** A value for each path parameter: an id that the service could have issued. */
const SOME_ID = '01890a5d-ac96-774b-bcce-b302099a8057'

/** All operations in the OpenAPI document that accept a session and write or are billed. */
function operations(): Operation[] {
  const { paths } = JSON.parse(readFileSync(new URL('../../../openapi.json', import.meta.url), 'utf8')) as OpenApi
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { security }]) => security?.some((scheme) => 'session' in scheme))
      .filter(([method]) => method !== 'get' || BILLED.includes(path))
      .map(([method]) => ({ method: method.toUpperCase(), path: path.replaceAll(/\{\w+\}/g, SOME_ID) })),
  )
}

let server: Server
afterAll(() => server?.close())

describeInBrowser(
  async () => {
    server = createServer((_request, response) =>
      response.setHeader('content-type', 'text/html').end('<p>another site'),
    )
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return {}
  },
  (it) => {
    const foreignOrigin = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const urlOf = ({ path }: Operation) =>
      `${it.origin}${path}${BILLED.includes(path) ? '?email=ann.lee@contoso.com' : ''}`

    type Foreign = {
      page: Page
      /** By method and URL: the service's responses, which the browser may hide from the page. */
      answers: Map<string, { status: number; hadCookie: boolean }>
      close(): Promise<void>
    }

    /** A page of the other site in the signed-in browser, without the checks of our own pages. */
    async function openForeign(): Promise<Foreign> {
      const context = await it.browser.newContext({ storageState: await it.context.storageState() })
      const page = await context.newPage()
      await page.goto(foreignOrigin())
      const answers: Foreign['answers'] = new Map()
      const requests = new Map<string, { name?: string; status?: number; hadCookie?: boolean }>()
      const note = (id: string, more: { name?: string; status?: number; hadCookie?: boolean }) => {
        const known = { ...requests.get(id), ...more }
        requests.set(id, known)
        const { name, status, hadCookie = false } = known
        if (name !== undefined && status !== undefined) answers.set(name, { status, hadCookie })
      }
      const session = await context.newCDPSession(page)
      await session.send('Network.enable')
      session.on('Network.requestWillBeSent', ({ requestId, request }) =>
        note(requestId, { name: `${request.method} ${request.url}` }),
      )
      session.on('Network.requestWillBeSentExtraInfo', ({ requestId, headers }) =>
        note(requestId, { hadCookie: Object.keys(headers).some((name) => name.toLowerCase() === 'cookie') }),
      )
      session.on('Network.responseReceivedExtraInfo', ({ requestId, statusCode }) =>
        note(requestId, { status: statusCode }),
      )
      return { page, answers, close: () => context.close() }
    }

    /** Sends a request like a page can: simple requests directly, others with a preflight. */
    async function send({ page }: Foreign, { method, path }: Operation): Promise<void> {
      const mode = ['GET', 'POST'].includes(method) ? 'no-cors' : 'cors'
      const body = method === 'GET' ? '' : `, body: '{}'`
      const init = `{ method: '${method}', mode: '${mode}', credentials: 'include'${body} }`
      await page.evaluate(`fetch(${JSON.stringify(urlOf({ method, path }))}, ${init}).catch(() => undefined)`)
    }

    test('every operation that writes or is billed is refused when another page sends it, including the GET of one address', async () => {
      const { page } = it
      const before = await unitsOf(page)
      const foreign = await openForeign()
      for (const operation of operations()) await send(foreign, operation)
      const simple = operations().filter(({ method }) => ['GET', 'POST'].includes(method))
      expect(simple.length).toBeGreaterThan(8)
      expect(simple.map(({ path }) => path)).toEqual(expect.arrayContaining(BILLED))
      for (const operation of simple) {
        const name = `${operation.method} ${urlOf(operation)}`
        await expect.poll(() => foreign.answers.get(name), { message: name }).toEqual({ status: 403, hadCookie: true })
      }
      // For the others, the preflight was refused.
      for (const operation of operations().filter(({ method }) => !['GET', 'POST'].includes(method)))
        expect(foreign.answers.has(`${operation.method} ${urlOf(operation)}`), operation.path).toBe(false)
      await foreign.close()
      // The session, which DELETE and POST would have ended, still exists, and nothing was counted.
      await page.reload()
      await page.getByRole('heading', { name: 'Check an address' }).waitFor()
      expect(await unitsOf(page)).toBe(before)
    })

    test('a form, an image or a link on another page does not work either', async () => {
      const before = await unitsOf(it.page)
      const foreign = await openForeign()
      const answer = (name: string) =>
        expect.poll(() => foreign.answers.get(name), { message: name }).toEqual({ status: 403, hadCookie: true })
      const url = `${it.origin}/v1/emails/validate?email=ann.lee@contoso.com`
      await foreign.page.evaluate(`new Image().src = ${JSON.stringify(`${url}&by=picture`)}`)
      await answer(`GET ${url}&by=picture`)
      await foreign.page.evaluate(`location.href = ${JSON.stringify(`${url}&by=link`)}`)
      await answer(`GET ${url}&by=link`)
      await foreign.page.waitForURL(`${url}&by=link`)
      await foreign.page.goto(foreignOrigin())
      const target = `${it.origin}/account/sign-out`
      await foreign.page.evaluate(`(() => {
        const form = document.body.appendChild(document.createElement('form'))
        form.method = 'post'
        form.action = ${JSON.stringify(target)}
        form.submit()
      })()`)
      await answer(`POST ${target}`)
      await foreign.close()
      expect(await unitsOf(it.page)).toBe(before)
    })

    test('the same requests from our own page are accepted', async () => {
      const ask = `fetch('v1/emails/validate?email=ann.lee@contoso.com').then(({ status }) => status)`
      expect(await it.page.evaluate(ask)).toBe(200)
    })

    test('opened under another host name, uploads and downloads use that host name', async () => {
      const elsewhere = await it.browser.newContext({ locale: 'en-US' })
      const local = it.origin.replace('127.0.0.1', 'localhost')
      const asked = new Set<string>()
      elsewhere.on(
        'request',
        (request) => void (request.url().startsWith('http') && asked.add(new URL(request.url()).origin)),
      )
      await setPassword(it.page)
      const other = await elsewhere.newPage()
      await other.goto(`${local}/clean`)
      await other.getByLabel('Email address').fill(OWNER)
      await other.getByLabel('Password').fill(PASSWORD)
      await other.getByRole('button', { name: 'Sign in' }).click()
      await paste(other, 'eva.weber@contoso.com')
      await validate(other)
      await other.getByRole('button', { name: 'Export 1 row' }).waitFor()
      expect([...asked]).toEqual([local])
      await elsewhere.close()
    })
  },
)
