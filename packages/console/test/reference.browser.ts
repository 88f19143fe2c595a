// The API reference, which a library renders, checked by axe in both themes.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { describeInBrowser } from './browser.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

type Colors = { fgColor?: string; bgColor?: string; contrastRatio?: number } | null
type Fault = { id: string; nodes: { html: string; any: { data: Colors }[] }[] }

/** All violations; for low-contrast text, with its colors. */
async function faultsOf(page: Page): Promise<string[]> {
  await page.evaluate(AXE)
  const violations = (await page.evaluate(
    `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations)`,
  )) as Fault[]
  const shown = (data: Colors) => (data?.fgColor ? `${data.fgColor} on ${data.bgColor} ${data.contrastRatio}` : '')
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, any: found }) => `${id} ${found.map(({ data }) => shown(data)).join()}: ${html}`),
  )
}

describeInBrowser(
  async () => ({}),
  (it) => {
    test.each(['light', 'dark'] as const)(
      'the API reference has no accessibility violation in the %s theme',
      async (theme) => {
        const page = await it.newPage()
        await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
        await page.goto(`${it.origin}/docs`)
        await page.getByRole('heading', { name: 'Validate one address', exact: true }).first().waitFor()
        expect(await faultsOf(page)).toEqual([])
        await page.close()
      },
    )
  },
)
