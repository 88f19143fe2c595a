// npm run bench:console [runs]: what a person waits for in a browser, beside its limits: the first page of a browser that was
// never here, and the longest file validated, validated and exported. Times are the page's own; the processor time of the tab
// is printed as well, for it says more than the clock on a busy machine.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { CHROMIUM, WHY_NOT } from '../../intake/test/chromium.ts'
import { percentile, startBenchProgram } from '../../server/bench/program.ts'
import { firstSignInLink } from '../../server/src/accounts/first-account.ts'
import { LONG_ROWS, longList } from '../test/lists.ts'

const RUNS = Number(process.argv[2] ?? 5)
const LIMITS = { first: 1_000, preflight: 3_000, task: 100, export: 3_000, memory: 300 }

/** In every page: when a text is first shown, in milliseconds since the page or since `watchFor` was called. */
const WATCH = `
  window.longest = 0
  new PerformanceObserver((list) => { for (const { duration } of list.getEntries()) window.longest = Math.max(window.longest, duration) })
    .observe({ type: 'longtask', buffered: true })
  window.watchFor = (text, from = performance.now()) => new Promise((resolve) => {
    const look = () => document.body?.innerText.includes(text) && (observer.disconnect(), resolve(performance.now() - from))
    const observer = new MutationObserver(look)
    observer.observe(document, { subtree: true, childList: true, characterData: true })
    look()
  })`

type Figure = { name: string; unit: 'ms' | 'MB'; limit?: number; values: number[] }
const figures: Figure[] = []
function note(name: string, value: number, limit?: number, unit: Figure['unit'] = 'ms'): void {
  const known = figures.find((figure) => figure.name === name)
  if (known) known.values.push(value)
  else figures.push({ name, unit, values: [value], ...(limit !== undefined && { limit }) })
}

if (!CHROMIUM) throw new Error(`This bench ${WHY_NOT}.`)
const folder = await mkdtemp(join(tmpdir(), 'mailsift-bench-'))
const file = join(folder, 'long.csv')
await writeFile(file, longList())
const program = await startBenchProgram()
const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] })
try {
  const first = await browser.newContext()
  const page = await first.newPage()
  await page.goto((await firstSignInLink(program.db, program.origin))!)
  await page.getByRole('heading', { name: 'Check an address' }).waitFor()
  const storageState = await first.storageState()
  await first.close()
  for (let run = 0; run < RUNS; run++) {
    const newContext = () => browser.newContext({ storageState, locale: 'en-US' })
    await measureFirstPages(await newContext())
    await measureList(await newContext())
  }
} finally {
  await browser.close()
  await program.stop()
  await rm(folder, { recursive: true, force: true })
}
for (const { name, unit, limit, values } of figures) {
  const [best, middle, worst] = [0, 0.5, 1].map((share) => Math.round(percentile(values, share)))
  const told = limit === undefined ? '' : `, at most ${limit}${middle! > limit ? ' EXCEEDED' : ''}`
  console.log(`${name.padEnd(58)} ${String(middle).padStart(6)} ${unit} (${best} to ${worst})${told}`)
}

async function measureFirstPages(context: BrowserContext): Promise<void> {
  await context.addInitScript(WATCH)
  for (const [path, sign, name, limit] of [
    ['/', 'Or try one of these', 'first page, nothing in the cache', LIMITS.first],
    ['/docs', '/v1', 'reference of the API, nothing in the cache', undefined],
  ] as const) {
    const page = await context.newPage()
    await page.goto(program.origin + path, { waitUntil: 'commit' })
    note(name, Number(await page.evaluate(`watchFor(${JSON.stringify(sign)}, 0)`)), limit)
    await page.close()
  }
  await context.close()
}

async function measureList(context: BrowserContext): Promise<void> {
  await context.addInitScript(`${WATCH}; delete window.showSaveFilePicker`)
  const page = await context.newPage()
  await page.goto(`${program.origin}/clean`)
  await page.getByText('Drop a file here').waitFor()
  await validate(page, 'with the engine still to load')
  await page.getByRole('button', { name: 'Choose another list' }).click()
  await validate(page, 'once more')
  await page.getByLabel('Check domains too').uncheck()
  const again = page.getByRole('button', { name: 'Validate again' })
  await ((await again.count()) ? again : page.getByRole('button', { name: 'Validate', exact: true })).click()
  await page.waitForURL('**/files/*')
  const [shown, readCpu] = await timed(page, `watchFor('Preview (first ten rows)')`)
  note('validated and its results shown', shown)
  note('  processor time of the tab while waiting', readCpu)
  await page.getByRole('button', { name: /^Export [1-9]/ }).waitFor()
  const download = page.waitForEvent('download')
  const [exported, cpu] = await timed(
    page,
    `(async () => {
    const from = performance.now()
    ;[...document.querySelectorAll('button')].find(({ innerText }) => innerText.startsWith('Save')).click()
    return watchFor('The file was written.', from)
  })()`,
  )
  await (await download).cancel()
  note(`export of ${LONG_ROWS.toLocaleString('en')} rows composed`, exported, LIMITS.export)
  note('  processor time of the tab, export', cpu)
  note('memory of the tab', await tabMegabytes(browser), LIMITS.memory, 'MB')
  await context.close()
}

async function validate(page: Page, how: string): Promise<void> {
  const input = page.locator('input[type=file]')
  await input.waitFor({ state: 'attached' })
  await page.evaluate(`(() => {
    window.longest = 0
    document.querySelector('input[type=file]').addEventListener('change', () => { window.chosenAt = performance.now() }, { capture: true })
  })()`)
  const [took, cpu] = await timed(page, async () => {
    await input.setInputFiles(file)
    return page.evaluate(`watchFor('rows, checked in your browser', window.chosenAt)`)
  })
  note(`${LONG_ROWS.toLocaleString('en')} rows validated, ${how}`, took, LIMITS.preflight)
  note(`  processor time of the tab, ${how}`, cpu)
  note(`  longest task of the page, ${how}`, Number(await page.evaluate('window.longest')), LIMITS.task)
}

/** Of what is done in a page: its own milliseconds, and those of the processors that its tab took. */
async function timed(page: Page, work: string | (() => Promise<unknown>)): Promise<[ms: number, cpuMs: number]> {
  const before = await tabCpuMs(browser)
  const took = Number(await (typeof work === 'string' ? page.evaluate(work) : work()))
  return [took, (await tabCpuMs(browser)) - before]
}

async function renderers(browser: Browser) {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await session.detach()
  return processInfo.filter(({ type }) => type === 'renderer')
}

async function tabCpuMs(browser: Browser): Promise<number> {
  return (await renderers(browser)).reduce((sum, { cpuTime }) => sum + cpuTime * 1000, 0)
}

/** What the largest process that draws pages holds, worker included. */
async function tabMegabytes(browser: Browser): Promise<number> {
  const held = (await renderers(browser)).map(async ({ id }) =>
    Number(/^RssAnon:\s+(\d+)/m.exec(await readFile(`/proc/${id}/status`, 'utf8'))?.[1] ?? 0),
  )
  return Math.max(...(await Promise.all(held))) / 1000
}
