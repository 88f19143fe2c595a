// The API reference, whose colors come from a library, read by axe in both themes.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { describeInBrowser } from './browser.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

type Fault = { nodes: { html: string; any: { data: { fgColor: string; bgColor: string; contrastRatio: number } }[] }[] }

/** Text that is hard to read, with its colors. */
async function faintTexts(page: Page): Promise<string[]> {
  await page.evaluate(AXE)
  const violations = (await page.evaluate(
    `axe.run(document, { runOnly: ['color-contrast'], resultTypes: ['violations'] }).then(({ violations }) => violations)`,
  )) as Fault[]
  return violations.flatMap(({ nodes }) =>
    nodes.map(
      ({ html, any: found }) =>
        `${found.map(({ data }) => `${data.fgColor} on ${data.bgColor} ${data.contrastRatio}`).join()}: ${html}`,
    ),
  )
}

describeInBrowser(
  async () => ({}),
  (it) => {
    test.each(['light', 'dark'] as const)(
      'every text of the API reference is readable in the %s theme',
      async (theme) => {
        const page = await it.newPage()
        await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
        await page.goto(`${it.origin}/docs`)
        await page.getByRole('heading', { name: 'Validate one address', exact: true }).first().waitFor()
        expect(await faintTexts(page)).toEqual([])
        await page.close()
      },
    )
  },
)
