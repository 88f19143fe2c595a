import { describe, expect } from 'vitest'
import { openBrowser } from '../../intake/test/chromium.ts'
import { bundle } from './bundle.ts'
import { COOKIE } from './stand-in.ts'
import { test } from './with-service.ts'

test('the browser bundle imports nothing from Node', async () => {
  expect(await bundle()).not.toMatch(/['"]node:|require\(/)
})

describe('in Chromium', () => {
  test("a page of the service cleans a file with its visitor's cookie, and receives upload progress", async ({
    service,
  }) => {
    const context = await (await openBrowser()).newContext()
    try {
      const [name, value] = COOKIE.split('=') as [string, string]
      await context.addCookies([{ name, value, url: service.origin }])
      const page = await context.newPage()
      await page.route(`${service.origin}/page`, (route) =>
        route.fulfill({ contentType: 'text/html', body: '<title>page</title>' }),
      )
      await page.goto(`${service.origin}/page`)
      await page.addScriptTag({ content: await bundle() })
      const { sizes, text, path } = await page.evaluate(async () => {
        // biome-ignore lint/suspicious/noExplicitAny: what the bundle hangs on the window
        const { Mailsift } = (globalThis as any).sdk as typeof import('../src/index.ts')
        const mailsift = new Mailsift({ credentials: 'cookie', baseUrl: new URL('/', location.href).href })
        const sizes: number[] = []
        const file = new File(['email\n', 'ada.lovelace@contoso.com\n'.repeat(100_000)], 'contacts.csv')
        const { csv } = await mailsift.csv.clean(file, {
          emailColumn: 'email',
          onUploadProgress: ({ sentBytes, totalBytes }) => sizes.push(sentBytes / totalBytes),
        })
        const path = await mailsift.csv.submit('/etc/hosts', { emailColumn: 'email' }).catch((error) => error.message)
        return { sizes, text: await new Response(csv).text(), path }
      })
      expect(text.endsWith('end')).toBe(true)
      expect(sizes.at(-1)).toBe(1)
      expect(sizes).toEqual([...sizes].sort((one, other) => one - other))
      expect(path).toMatch('give a File')
    } finally {
      await context.close()
    }
  })
})

declare const location: { href: string }
