// A real browser: Debian's chromium, or the one that CHROMIUM names.
import { existsSync } from 'node:fs'
import { type Browser, type BrowserServer, chromium, type Page } from 'playwright-core'
import { rolldown } from 'rolldown'
import { inject } from 'vitest'

const PLACES = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

export const CHROMIUM = PLACES.find((path): path is string => path !== undefined && existsSync(path))
export const WHY_NOT = 'needs chromium; CHROMIUM may name it'

function requireChromium(): string {
  if (CHROMIUM) return CHROMIUM
  throw new Error(
    'This test needs Chromium, which is not installed here. CHROMIUM can name another browser of its kind.',
  )
}

/** Of the browser around the pages. Playwright's own list is repeated, as the last one given counts; it keeps Chromium off the network. */
const WITHOUT = [
  ...[
    'AimEnabled',
    'NetworkTimeServiceQuerying',
    'OptimizationHints',
    'PreconnectToSearch',
    'MediaRouter',
    'LensOverlay',
  ],
  ...['HttpsUpgrades', 'HttpsFirstBalancedModeAutoEnable', 'ThirdPartyStoragePartitioning', 'PaintHolding'],
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'AvoidCorsURLLoaderRestartOnRedirect', 'DestroyProfileOnBrowserClose'],
  // Each is a page that no test sees, loaded again for every window: a second of processor time.
  ...['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup', 'PreloadTopChromeWebUI'],
  'SpareRendererForSitePerProcess',
]

export async function launchChromium(): Promise<BrowserServer> {
  const args = ['--no-sandbox', '--disable-gpu', `--disable-features=${WITHOUT.join()}`]
  return chromium.launchServer({ executablePath: requireChromium(), args })
}

let connected: Promise<Browser> | undefined

/** The run's Chromium, as this process sees it. Close the contexts you open, not the browser. */
export function openBrowser(): Promise<Browser> {
  connected ??= connect()
  return connected
}

async function connect(): Promise<Browser> {
  const answer = await fetch(inject('chromiumDoor'))
  const address = await answer.text()
  if (!answer.ok) throw new Error(`Chromium did not start: ${address}`)
  return chromium.connect(address)
}

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

/** On a busy machine an answer may take longer than a page waits for it; pages with this wait for all that comes. */
export const PATIENT = 'window.setTimeout = ((wait) => (run, ms) => wait(run, 20 * ms))(window.setTimeout)'

/** Whatever the page asks of a network is refused, and told. */
export async function inPage<Result>(use: (page: Page, requests: string[]) => Promise<Result>): Promise<Result> {
  const page = await (await openBrowser()).newPage()
  try {
    const requests: string[] = []
    await page.route('**', (route) => {
      requests.push(route.request().url())
      return route.abort()
    })
    return await use(page, requests)
  } finally {
    await page.close()
  }
}
