// clean_csv: a list on this machine to a new file beside it.

import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { copyFile, rm, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { REASON_WORDS } from '@mailsift/clean/reason-words'
import type { Service } from '@mailsift/mcp'
import { cleanList } from '../clean/clean-list.ts'
import type { CleanValues } from '../clean/options.ts'
import type { Context } from '../context.ts'
import { usageError } from '../exit.ts'
import { checkOutput } from '../output.ts'
import { refusing } from './refusing.ts'

/** Nothing is shown while it works: stdout belongs to the protocol. */
const NO_PROGRESS = { update() {}, clear() {} }

export function cleaningService(
  context: Context,
  { local, server }: { local: boolean; server: string | undefined },
): Pick<Service, 'cleanCsv'> {
  return {
    cleanCsv: (task, { signal }) =>
      refusing(async () => {
        const [input, output] = [resolve(task.input), resolve(task.output)]
        await checkOutput(output, false, [{ name: input, stats: await stat(input) }])
        const unfinished = `${output}.${randomUUID()}`
        const values = {
          ...{ local, server, quiet: true, json: false, force: false },
          ...{ except: [], 'only-in': [], resume: [], 'no-repair': false },
          column: task.columns,
          policy: task.policy,
          domain: task.checkDomain,
          dedupe: task.dedupe,
          output: unfinished,
          ...(task.only.length > 0 && { only: task.only.join(',') }),
        } as unknown as CleanValues
        const quiet = { ...context, quiet: true, signal: AbortSignal.any([context.signal, signal]) }
        const { summary, groups } = await cleanList(quiet, values, input, NO_PROGRESS)
        await appear(unfinished, output)
        const { rows, written, safe, risky, unsafe, unknown, reasons, duplicates, list } = summary
        return {
          output,
          units: groups.reduce((sum, { success }) => sum + success, 0),
          rows,
          written,
          counts: { safe, risky, unsafe, unknown },
          reasons: reasons.map(({ status, reason, count }) => ({
            status,
            reason,
            meaning: REASON_WORDS[reason] ?? reason,
            count,
          })),
          duplicates,
          columns: list.columns,
          job_ids: local ? null : groups.map(({ id }) => id),
        }
      }),
  }
}

/** A file that came into being meanwhile is left alone, and so is the result, which may have cost something. */
async function appear(unfinished: string, output: string): Promise<void> {
  try {
    await copyFile(unfinished, output, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE)
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'EEXIST'
      ? usageError(`${output} came into being meanwhile and was left as it is. The result is in ${unfinished}.`)
      : error
  }
  await rm(unfinished)
}
