// A browser without pages: it keeps cookies by host and follows redirects.

import type { TestApp } from '../../access/test-app.ts'
import { APP_ORIGIN } from '../../stand-ins/identity-provider.ts'

export type Visitor = {
  cookies: Map<string, string>
  /** A request to the service, with the cookies that it has set. */
  post(path: string, body: unknown, method?: string): Promise<Response>
  get(path: string): Promise<Response>
  /** The page at a URL, or what a form sent there returns. */
  open(url: string, form?: URLSearchParams): Promise<string>
  /** Follows redirects from a URL to the last one, without opening what `until` matches. */
  follow(url: string, until?: (url: string) => boolean): Promise<string>
}

export function createVisitor(app: Pick<TestApp, 'url'>): Visitor {
  const cookies = new Map<string, string>()
  const jar = new Map<string, Map<string, string>>([[APP_ORIGIN, cookies]])

  async function send(url: string, init: RequestInit = {}): Promise<Response> {
    const { origin } = new URL(url)
    const own = jar.get(origin) ?? new Map<string, string>()
    jar.set(origin, own)
    const cookie = Array.from(own, ([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(url.replace(APP_ORIGIN, app.url), {
      ...init,
      redirect: 'manual',
      headers: { ...init.headers, ...(cookie && { cookie }) },
    })
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      const [name = '', value = ''] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]
      if (value === '' || /max-age=0/i.test(line)) own.delete(name)
      else own.set(name, value)
    }
    return response
  }

  return {
    cookies,
    get: (path) => send(APP_ORIGIN + path),
    post: (path, body, method = 'POST') =>
      send(APP_ORIGIN + path, {
        method,
        headers: { origin: APP_ORIGIN, ...(body !== undefined && { 'content-type': 'application/json' }) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    open: async (url, form) => (await send(url, form && { method: 'POST', body: form })).text(),
    async follow(start, until = () => false) {
      let url = start
      for (let steps = 0; steps < 10; steps++) {
        if (until(url)) return url
        const response = await send(url)
        const location = response.headers.get('location')
        if (location === null) throw new Error(`${url} answered ${response.status}: ${await response.text()}`)
        url = new URL(location, url).href
        if (url.startsWith(`${APP_ORIGIN}/`) && url.includes('#')) return url
      }
      throw new Error('too many redirects')
    },
  }
}

/** From the button to the ticket. */
export async function visitProvider(visitor: Visitor, provider = 'contoso', returnTo?: string): Promise<string> {
  const url = await begin(visitor, provider, returnTo)
  return ticketOf(await visitor.follow(url))
}

export async function begin(visitor: Visitor, provider = 'contoso', returnTo?: string): Promise<string> {
  const body = { provider, ...(returnTo !== undefined && { return_to: returnTo }) }
  const answer = await visitor.post('/account/single-sign-on/begin', body)
  if (answer.status !== 200) throw new Error(`begin answered ${answer.status}: ${await answer.text()}`)
  return ((await answer.json()) as { redirect_to: string }).redirect_to
}

export function ticketOf(url: string): string {
  const [, ticket] = /#sso(?:-link)?=([\w-]+)$/.exec(url) ?? []
  if (!ticket) throw new Error(`no ticket in ${url}`)
  return ticket
}

export function finish(visitor: Visitor, ticket: string, code?: string): Promise<Response> {
  return visitor.post('/account/single-sign-on', { ticket, ...(code && { code }) })
}

export const isCallback = (url: string) => url.startsWith(APP_ORIGIN) && url.includes('/callback')
