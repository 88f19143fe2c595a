import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import vm from 'node:vm'
import { rolldown } from 'rolldown'
import { expect, test } from 'vitest'
import { ACCEPTED, REJECTED } from '../bench/labelled/syntax.ts'
import { COMMON, UNCOMMON } from '../bench/labelled/unicode.ts'
import { openVerdicts, packVerdicts, renderJson } from '../src/index.ts'
import { loadEngine } from '../src/node.ts'

const ID = '0190d3f0-7000-7000-8000-000000000000'
const ENTRY = fileURLToPath(new URL('../src/index.ts', import.meta.url))
const DATA = new URL('../data/engine.bin', import.meta.url)

type Core = typeof import('../src/index.ts')

/** Loads the bundle in a context with only the JavaScript language: no Node, no browser. */
async function loadBare(): Promise<Core> {
  const build = await rolldown({ input: ENTRY, platform: 'neutral', resolve: { mainFields: ['module', 'main'] } })
  const { output } = await build.generate({ format: 'iife', name: 'core' })
  await build.close()
  const context = vm.createContext({})
  vm.runInContext(output[0].code, context)
  return vm.runInContext('core', context) as Core
}

test('the bundled core gives the same verdicts in a context with only the language', async () => {
  const core = await loadBare()
  const bare = core.createEngine(readFileSync(DATA), { deny: ['contoso.org'] })
  const engine = loadEngine({ deny: ['contoso.org'] })
  const addresses = [...Object.values(ACCEPTED), ...Object.values(REJECTED), COMMON, UNCOMMON].flat()
  for (const address of [...addresses, 'john.smith+x@gmail.com', 'a@contoso.org', 'info@mailinator.com']) {
    const verdict = engine.validate(address)
    const other = bare.validate(address)
    if (!verdict.ok || !other.ok) expect(JSON.stringify(other)).toBe(JSON.stringify(verdict))
    else expect(core.renderJson(other, ID)).toBe(renderJson(verdict, ID))
  }
})

test('verdicts packed by the bundled core can be read here', async () => {
  const core = await loadBare()
  const bare = core.createEngine(readFileSync(DATA))
  const rows = ['john.smith@gmail.com', 'nope', 'müller@contoso.de'].map((input) => {
    const verdict = bare.validate(input)
    return { input, id: verdict.ok ? ID : '', verdict }
  })
  const here = openVerdicts(core.packVerdicts(rows))
  expect([0, 1, 2].map((index) => JSON.stringify(here.row(index)))).toEqual(rows.map((row) => JSON.stringify(row)))
  expect(packVerdicts(rows)).toEqual(new Uint8Array(core.packVerdicts(rows)))
})
