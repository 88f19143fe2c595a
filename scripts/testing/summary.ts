// The end of a run: the slowest files, every test that did not run and why, and what other commands run.
import { relative } from 'node:path'
import process from 'node:process'
import type { Reporter, TestModule, Vitest } from 'vitest/node'
import { filesIn, filesOf, TIERS, type TierName, tierOf } from './tiers.ts'

const SLOWEST_COUNT = 10

export class Summary implements Reporter {
  #vitest: Vitest | undefined

  onInit(vitest: Vitest): void {
    this.#vitest = vitest
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const mode = this.#vitest?.config.mode ?? 'test'
    const lines = [...slowest(modules), ...skipped(modules)]
    // A run of named files says nothing about the others.
    if (modules.length >= filesIn(mode).length) lines.push(...leftOut(mode))
    process.stdout.write(`${lines.join('\n')}\n`)
  }
}

function slowest(modules: readonly TestModule[]): string[] {
  const timed = modules.map((each) => {
    const { duration, collectDuration } = each.diagnostic()
    return { seconds: (duration + collectDuration) / 1000, path: pathOf(each) }
  })
  const first = timed.toSorted((a, b) => b.seconds - a.seconds).slice(0, SLOWEST_COUNT)
  return ['Slowest files:', ...first.map(({ seconds, path }) => `${seconds.toFixed(1).padStart(8)} s  ${path}`)]
}

function skipped(modules: readonly TestModule[]): string[] {
  const names = modules.flatMap((each) =>
    [...each.children.allTests('skipped')].map((test) => `  ${pathOf(each)}: ${test.fullName}`),
  )
  return names.length > 0 ? ['Skipped on this system or in this form of the run:', ...names] : []
}

function leftOut(mode: string): string[] {
  const others = (Object.keys(TIERS) as TierName[]).filter((name) => name !== tierOf(mode))
  const rows = others.map((name) => {
    const { command, needs } = TIERS[name]
    return `  ${command.padEnd(22)} ${String(filesOf(name).length).padStart(4)} files, which need ${needs}`
  })
  const full =
    mode === 'system' ? ['  npm run test:system:full   the same tests with more rounds and longer lists'] : []
  const all =
    mode === 'unit' ? ['  npm test                    all tests without Chromium, other programs and much time'] : []
  return ['Not in this run:', ...all, ...full, ...rows]
}

const pathOf = (module: TestModule) => relative(process.cwd(), module.moduleId)
