// Uses the console with the keyboard only: no function here moves a mouse. An element that Tab does not reach fails.
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { codeOf } from '../../server/test/identity/second-factor/totp.ts'
import { PASSWORD } from './browser.ts'
import { readCode } from './read-qr-code.ts'

const TABS_MAX = 120
export const isFocused = (target: Locator) =>
  target.evaluate((element) => (element as unknown as Stop).ownerDocument.activeElement === (element as unknown))

/** What a screen reader would announce for the focus: empty if it is lost. */
export const focused = (page: Page) =>
  page.evaluate(
    `(({ activeElement: at, body }) => (at === body ? '' : at.getAttribute('aria-label') ?? at.textContent))(document)`,
  ) as Promise<string>

/** Presses Tab like a user would; holds the key down for long distances. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor()
  const { forward, backward } = await target.evaluate(stopsBetween)
  const [key, held] = backward < forward ? ['Shift+Tab', backward] : ['Tab', forward]
  await Promise.all(Array.from({ length: held }, () => page.keyboard.press(key)))
  for (let tabs = 0; tabs < TABS_MAX; tabs++) {
    if (await isFocused(target)) return
    await page.keyboard.press(key)
  }
  throw new Error(`Not reached by Tab: ${target}`)
}

/** The minimum number of Tab or Shift+Tab presses to the target, by document order. Runs in the page. */
function stopsBetween(element: unknown): { forward: number; backward: number } {
  const target = element as Stop
  const { activeElement: from, body } = target.ownerDocument
  const scope = target.closest('[role=dialog]') ?? body
  if (from === body || from === target || !scope.contains(from)) return { forward: 0, backward: 0 }
  const isBefore = (one: Stop, other: Stop) => (one.compareDocumentPosition(other) & 4) !== 0
  const isStop = (stop: Stop) =>
    stop.tabIndex >= 0 && !stop.disabled && stop.checkVisibility({ visibilityProperty: true }) && stop.type !== 'radio'
  const stops = [...scope.querySelectorAll('a[href], button, input, select, textarea, summary')].filter(isStop)
  const isAhead = isBefore(from, target)
  const [first, last] = isAhead ? [from, target] : [target, from]
  const inner = stops.filter((stop) => isBefore(first, stop) && isBefore(stop, last)).length
  const outer = stops.filter((stop) => isBefore(stop, first) || isBefore(last, stop)).length
  return isAhead ? { forward: inner, backward: outer } : { forward: outer, backward: inner }
}
type Stop = {
  ownerDocument: { activeElement: Stop; body: Stop }
  tabIndex: number
  disabled?: boolean
  type?: string
  checkVisibility(options: object): boolean
  closest(selector: string): Stop | null
  contains(other: Stop): boolean
  compareDocumentPosition(other: Stop): number
  querySelectorAll(selector: string): Iterable<Stop>
}

export async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press(key)
}

export async function type(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(text)
}

/** Opens a page by its two-key shortcut. */
export async function goTo(page: Page, letter: string, title: string): Promise<void> {
  await page.evaluate('document.activeElement?.blur?.()')
  await page.keyboard.press('g')
  await page.keyboard.press(letter)
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
}

/** On the settings page; every dialog focuses its first control. */
export async function setUpSecondFactor(page: Page): Promise<{ code(steps?: number): string; backupCodes: string[] }> {
  await press(page, page.getByRole('button', { name: 'Turn on two-factor authentication' }))
  const dialog = page.getByRole('dialog')
  await expect.poll(() => isFocused(dialog.getByLabel('Current password'))).toBe(true)
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')
  const link = await dialog.getByRole('link').getAttribute('href')
  expect(await readCode(dialog.locator('svg[role=img]'))).toBe(link)
  const secret = await dialog.getByRole('region', { name: 'Key', exact: true }).innerText()
  const backupCodes = (await dialog.getByRole('region', { name: 'Backup codes' }).innerText()).trim().split('\n')
  const code = (steps = 0) => codeOf(`otpauth://totp/Mailsift?secret=${secret.replaceAll(/\s/g, '')}`, steps)
  await expect.poll(() => isFocused(dialog.getByLabel('Code from the app'))).toBe(true)
  await page.keyboard.type(code().replace(/^.../, '$& '))
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await expect
    .poll(() => isFocused(page.getByRole('button', { name: 'Turn off two-factor authentication' })))
    .toBe(true)
  return { code, backupCodes }
}

export async function switchOffSecondFactor(page: Page): Promise<void> {
  await press(page, page.getByRole('button', { name: 'Turn off two-factor authentication' }))
  const dialog = page.getByRole('dialog')
  await expect.poll(() => isFocused(dialog.getByLabel('Current password'))).toBe(true)
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => isFocused(page.getByRole('button', { name: 'Turn on two-factor authentication' }))).toBe(true)
}

/** On the settings page, for an account without a password. */
export async function setPasswordByKeys(page: Page): Promise<void> {
  await type(page, page.getByLabel('New password'), PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByText('Your password is set').waitFor()
}
