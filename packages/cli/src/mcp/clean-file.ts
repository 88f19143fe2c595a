// clean_csv: cleans a list on this machine into a new file.

import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { copyFile, lstat, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { labelOf } from '@mailsift/engine/reason-texts'
import { type Call, type CleanCsv, type Cleaned, Refusal, type Service } from '@mailsift/mcp'
import { cleanList } from '../clean/clean-list.ts'
import type { CleanValues } from '../clean/options.ts'
import { hasResult } from '../clean/validate-remotely.ts'
import type { Context } from '../context.ts'
import { usageError } from '../exit.ts'
import { checkOutput } from '../output.ts'
import type { Progress } from '../progress.ts'
import { refusing } from './refusing.ts'
import type { Root } from './root.ts'

type Where = { local: boolean; server: string | undefined; root: Root }

export function cleaningService(context: Context, where: Where): Pick<Service, 'cleanCsv'> {
  return {
    async cleanCsv(task, call) {
      const submitted: string[] = []
      let isKept = false
      const work = () =>
        cleanFile(context, where, task, call, submitted).catch((error: unknown) => {
          isKept = hasResult(error)
          throw error
        })
      try {
        return await refusing(work)
      } catch (error) {
        throw error instanceof Refusal ? forAssistant(error, isKept ? submitted : []) : error
      }
    },
  }
}

async function cleanFile(
  context: Context,
  { local, server, root }: Where,
  task: CleanCsv,
  { signal, onProgress }: Call,
  submitted: string[],
): Promise<Cleaned> {
  const input = await root.inside(task.input)
  const output = join(await root.inside(dirname(task.output)), basename(task.output))
  await checkFiles(task, input, output)
  const unfinished = `${output}.${randomUUID()}`
  const values = {
    local,
    server,
    quiet: true,
    json: false,
    force: false,
    except: [],
    'only-in': [],
    resume: [],
    'no-repair': false,
    column: task.columns,
    sheet: task.sheet,
    policy: task.policy,
    allow: task.switches.allow?.join(','),
    caution: task.switches.caution?.join(','),
    refuse: task.switches.refuse?.join(','),
    domain: task.checkDomain,
    'no-dedupe': !task.dedupe,
    output: unfinished,
    ...(task.only.length > 0 && { only: task.only.join(',') }),
  } as unknown as CleanValues
  const quiet = { ...context, quiet: true, signal: AbortSignal.any([context.signal, signal]) }
  const progress: Progress = {
    // The first word; a file name may follow it.
    update: (phase, done = 0, total) => onProgress(done, total, phase.split(' ')[0]!),
    clear() {},
    onSubmitted: (id) => submitted.push(id),
  }
  const { summary, groups } = await cleanList(quiet, values, input, progress)
  await appear(unfinished, output)
  const { rows, written, safe, risky, unsafe, unknown, blank, reasons, duplicates, list } = summary
  return {
    output,
    credits: groups.reduce((sum, { success }) => sum + success, 0),
    rows,
    written,
    counts: { safe, risky, unsafe, unknown, blank },
    reasons: reasons.map(({ status, reason, count }) => ({
      status,
      reason,
      meaning: labelOf(reason),
      count,
    })),
    duplicates,
    columns: list.columns,
    job_ids: local ? null : groups.map(({ id }) => id),
  }
}

/**
 * Checked before anything is billed: nothing existing is overwritten, and the input must be a regular file, which has
 * an end.
 */
async function checkFiles(task: CleanCsv, input: string, output: string): Promise<void> {
  const there = await stat(input)
  if (!there.isFile() && !there.isDirectory()) throw usageError(`${task.input} is not a file.`)
  if (await lstat(output).catch(() => undefined))
    throw usageError(`${task.output} already exists and was not changed. Choose another output path.`)
  await checkOutput(output, false)
}

/** The error in terms of the tool's parameters, with what the service already has. */
function forAssistant({ code, message, options }: Refusal, submitted: readonly string[]): Refusal {
  const adapted = message.replaceAll(/--(?=column|sheet)/g, '')
  const kept = ` The service keeps the results: fetch them with get_job and get_file for ${submitted.join(', ')}, free of charge.`
  return new Refusal(code, submitted.length > 0 ? adapted + kept : adapted, options)
}

/** Does not overwrite a file created since then, and keeps the result, which may have used credits. */
async function appear(unfinished: string, output: string): Promise<void> {
  try {
    await copyFile(unfinished, output, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE)
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'EEXIST'
      ? usageError(`${output} was created by another program and was not changed. The result is in ${unfinished}.`)
      : error
  }
  await rm(unfinished)
}
