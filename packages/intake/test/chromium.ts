// A real browser: Debian's chromium, or the one in CHROMIUM.
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

/**
 * Turns off features of the browser itself. Repeats Playwright's list, because only the last list counts; it keeps
 * Chromium off the network.
 */
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
  // Each is an invisible page that is loaded for every window, which takes a second of processor time.
  ...['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup', 'PreloadTopChromeWebUI'],
  'SpareRendererForSitePerProcess',
]

export async function launchChromium(): Promise<BrowserServer> {
  const args = ['--no-sandbox', '--disable-gpu', `--disable-features=${WITHOUT.join()}`]
  return chromium.launchServer({ executablePath: requireChromium(), args })
}

let connected: Promise<Browser> | undefined

/** The run's Chromium, connected to this process. Close the contexts you open, not the browser. */
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
 * Bundles the module as one script for a page; its exports are on `window[name]`. `imports` are dependencies that it
 * needs but does not contain.
 */
export async function bundleForBrowser(path: string, name: string): Promise<{ code: string; imports: string[] }> {
  const bundle = await rolldown({ input: path, platform: 'browser', logLevel: 'silent' })
  const { output } = await bundle.generate({ format: 'iife', name })
  await bundle.close()
  return { code: output[0].code, imports: output[0].imports }
}

/** On a busy machine a response may take longer than a page's timeout; this multiplies all timeouts. */
export const PATIENT = 'window.setTimeout = ((wait) => (run, ms) => wait(run, 20 * ms))(window.setTimeout)'

/** Blocks and records all network requests of the page. */
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
