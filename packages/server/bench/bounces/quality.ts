// npm run quality:bounces -- FOLDER: how well the reader of bounces does on public collections, which lie in FOLDER as checkouts (docs/bounce-quality.md).
import process from 'node:process'
import { readCollections } from './collections.ts'
import { EFFECTS, type Measured, measure } from './samples.ts'

const [folder = ''] = process.argv.slice(2).filter((word) => !word.startsWith('-'))
const isVerbose = process.argv.includes('--wrong')
const only = process.argv.find((word) => word.startsWith('--only='))?.slice(7)
let isBad = false

for (const { name, isForBuilding, samples } of readCollections(folder)) {
  if (only !== undefined && !name.includes(only)) continue
  const title = `${name} (${isForBuilding ? 'rules were written with it' : 'only measured'})`
  if (samples === undefined) {
    process.stdout.write(`${title}: not in the folder\n\n`)
    continue
  }
  const measured = await measure(samples)
  process.stdout.write(`${title}\n${tableOf(measured)}\n`)
  for (const note of measured.condemned) process.stdout.write(`  suppressed without a reason: ${note}\n`)
  if (isVerbose) for (const note of measured.wrong) process.stdout.write(`  ${note}\n`)
  isBad ||= measured.condemned.length > 0
}
process.exitCode = isBad ? 1 : 0

/** Rows are what is true, columns what was read. */
function tableOf({ matrix }: Measured): string {
  const rows = EFFECTS.filter((truth) => EFFECTS.some((read) => matrix[truth][read] > 0))
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const found = matrix.missing.missing
  const total = EFFECTS.reduce((sum, read) => sum + matrix.missing[read], 0)
  const share = total > 0 ? `missing found: ${found} of ${total} (${((100 * found) / total).toFixed(1)} %)\n` : ''
  return `${[
    line(['true \\ read', ...EFFECTS]),
    line(['---', ...EFFECTS.map(() => '---')]),
    ...rows.map((truth) => line([truth, ...EFFECTS.map((read) => String(matrix[truth][read]))])),
  ].join('\n')}\n${share}`
}
