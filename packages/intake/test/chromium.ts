// A real browser, if the machine has one: Debian's chromium, or the one that CHROMIUM names.
import { existsSync } from 'node:fs'
import { chromium, type Page } from 'playwright-core'
import { rolldown } from 'rolldown'

const PLACES = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

export const CHROMIUM = PLACES.find((path): path is string => path !== undefined && existsSync(path))
export const WHY_NOT = 'needs chromium; CHROMIUM may name it'

/**
 * The module as one script that a page can load; what it exports hangs on `window[name]`. `imports` is what it could not
 * start without and the script does not have.
 */
export async function bundleForBrowser(path: string, name: string): Promise<{ code: string; imports: string[] }> {
  const bundle = await rolldown({ input: path, platform: 'browser', logLevel: 'silent' })
  const { output } = await bundle.generate({ format: 'iife', name })
  await bundle.close()
  return { code: output[0].code, imports: output[0].imports }
}

/** Whatever the page asks of a network is refused, and told. */
export async function inPage<Result>(use: (page: Page, requests: string[]) => Promise<Result>): Promise<Result> {
  const browser = await chromium.launch({ executablePath: CHROMIUM!, args: ['--no-sandbox'] })
  try {
    const page = await browser.newPage()
    const requests: string[] = []
    await page.route('**', (route) => {
      requests.push(route.request().url())
      return route.abort()
    })
    return await use(page, requests)
  } finally {
    await browser.close()
  }
}
