// Accessibility violations (axe), and content wider than the screen.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

type Violation = { id: string; nodes: { html: string }[] }

/**
 * All rules except colors check the whole page, unless `isColoursOnly`. Color contrast, the most expensive rule, checks
 * only text whose styles this document has not had before.
 */
export async function findFaults(page: Page, isColoursOnly = false): Promise<string[]> {
  await loadAxe(page)
  const violations = (await page.evaluate(`(${readFaults})(${isColoursOnly}, ${takeNewLooks})`)) as Violation[]
  const isTooWide = await page.evaluate(
    `[document.documentElement, ...document.querySelectorAll('[role=dialog]')].some((box) => box.scrollWidth > box.clientWidth)`,
  )
  const faults = violations.map(({ id, nodes }) => `${id} ${nodes.map(({ html }) => html).join(' ')}`)
  return isTooWide ? [...faults, 'wider than the screen'] : faults
}

/** Half a megabyte, which stays loaded until the page is reloaded. */
async function loadAxe(page: Page): Promise<void> {
  if (await page.evaluate(`'axe' in window`)) return
  await page.evaluate(AXE)
  await page.evaluate(`axe.configure({ rules: [{ id: 'color-contrast', selector: '[data-new-look]' }] })`)
}

/** Runs in the page. */
async function readFaults(isColoursOnly: boolean, takeNew: typeof takeNewLooks): Promise<Violation[]> {
  const marked = takeNew()
  if (isColoursOnly && marked.length === 0) return []
  for (const element of marked) element.setAttribute('data-new-look', '')
  const options = { resultTypes: ['violations'], selectors: false, preload: false }
  const { violations } = await axe.run(document, { ...options, ...(isColoursOnly && { runOnly: ['color-contrast'] }) })
  for (const element of marked) element.removeAttribute('data-new-look')
  return violations
}

/**
 * Visible elements with text, or room for it, in a new style: an element's style depends on its ancestors up to the
 * root, which has the theme, and on its own attributes, some of which do not affect styles. Runs in the page.
 */
function takeNewLooks(): PageElement[] {
  const speechless = new Set(
    'id name for href title value datetime aria-label aria-labelledby aria-describedby aria-controls'.split(' '),
  )
  window.looks ??= new Map()
  const { looks } = window
  const lookOf = new Map<PageElement | null, number>()
  const added: PageElement[] = []
  for (const element of document.querySelectorAll('html, body, body *')) {
    const own = [...element.attributes].filter(({ name }) => !speechless.has(name))
    const key = `${lookOf.get(element.parentElement)} ${element.tagName} ${own.map(({ name, value }) => `${name}=${value}`).join(' ')}`
    const hasText = [...element.childNodes].some(({ nodeType, data }) => nodeType === 3 && data.trim())
    if (!looks.has(key)) looks.set(key, { number: looks.size, isRead: false })
    const look = looks.get(key)!
    lookOf.set(element, look.number)
    if (look.isRead || !(hasText || /^(?:input|select|textarea)$/i.test(element.tagName))) continue
    if (!element.checkVisibility({ visibilityProperty: true })) continue
    look.isRead = true
    added.push(element)
  }
  return added
}

declare const axe: { run(context: object, options: object): Promise<{ violations: Violation[] }> }
declare const window: { looks?: Map<string, { number: number; isRead: boolean }> }
declare const document: { querySelectorAll(selector: string): Iterable<PageElement> }
type PageElement = {
  tagName: string
  parentElement: PageElement | null
  attributes: Iterable<{ name: string; value: string }>
  checkVisibility(options: object): boolean
  setAttribute(name: string, value: string): void
  removeAttribute(name: string): void
  childNodes: Iterable<{ nodeType: number; data: string }>
}
