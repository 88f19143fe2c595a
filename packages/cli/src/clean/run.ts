import { printable } from '@mailsift/command/printable'
import { type Context, note, print, tell, warn } from '../context.ts'
import { EXIT, type ExitCode } from '../exit.ts'
import { writeOutput } from '../output.ts'
import { showProgress } from '../progress.ts'
import { cleanList } from './clean-list.ts'
import { fetchGroup } from './fetch-group.ts'
import type { CleanValues } from './options.ts'
import { targetsOf } from './outputs.ts'
import { counted, type Done, reportOf, type Summary, summaryLines } from './summary.ts'
export async function runClean(
  context: Context,
  file: string | undefined,
  values: CleanValues,
  failOnUnsafe: boolean,
): Promise<ExitCode> {
  const progress = showProgress(context)
  try {
    const done =
      file === undefined
        ? await fetchGroup(context, values, progress)
        : await cleanList(context, values, file, progress)
    progress.clear()
    await report(context, values, done)
    return exitCodeOf(done.summary, failOnUnsafe)
  } finally {
    progress.clear()
  }
}

async function report(context: Context, values: CleanValues, { summary, groups }: Done): Promise<void> {
  const { output, only } = values
  if (values.report !== undefined) {
    const { reportHtml } = await import('@mailsift/clean/report')
    const page = new TextEncoder().encode(reportHtml(reportOf(summary), new Date()))
    await writeOutput(
      context,
      values.report,
      values.force,
      (async function* () {
        yield page
      })(),
    )
  }
  const outputs = targetsOf(output, values['split-by'] === 'status')
  if (values.json) {
    const status = groups.some((group) => group.status === 'partial') ? 'partial' : 'completed'
    await print(
      context,
      `${JSON.stringify({ group: groups[0]?.id ?? null, groups: groups.map(({ id }) => id), status, ...summary, outputs })}\n`,
    )
  }
  // Programs read the same counts as JSON.
  const say = values.json ? note : tell
  for (const line of summaryLines(summary)) say(context, printable(line))
  if (outputs.length > 0) say(context, `  ${counted(summary.written, 'row')} written to ${outputs.join(', ')}`)
  if (values.report !== undefined) say(context, `  Report written to ${values.report}`)
  if (summary.unknown > 0)
    warn(
      context,
      `${counted(summary.unknown, 'row')} could not be checked (unknown, not unsafe). ` +
        (only ? 'They are not in the output.' : 'See the reason column, and clean them again later.'),
    )
}

function exitCodeOf({ safe, risky, unsafe, unknown }: Summary, failOnUnsafe: boolean): ExitCode {
  if (failOnUnsafe && risky + unsafe > 0) return EXIT.unsafe
  return unknown > 0 && safe + risky + unsafe + unknown > 0 ? EXIT.partial : EXIT.ok
}
