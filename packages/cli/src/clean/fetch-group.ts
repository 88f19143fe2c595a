import { waitForAnswers } from '@mailsift/sdk/lists'
import { type Context, warn } from '../context.ts'
import { checkOutput, writeOutput } from '../output.ts'
import type { Progress } from '../progress.ts'
import { connect } from '../service.ts'
import { type CleanValues, resumeLine } from './options.ts'
import { showGroup } from './remote.ts'
import { filterRows } from './resumed.ts'
import { type Done, type ListFacts, newTally, summarize } from './summary.ts'
import { hasResult } from './validate-remotely.ts'
/** Fetches a group's result as the service stores it. */
export async function fetchGroup(context: Context, values: CleanValues, progress: Progress): Promise<Done> {
  const id = values.resume[0]!
  await checkOutput(values.output, values.force)
  const mailsift = await connect(context, values)
  const tally = newTally()
  try {
    const group = await waitForAnswers(mailsift, id, {
      signal: context.signal,
      onProgress: (group) => showGroup(progress, group, { part: 1, parts: 1 }),
    })
    const csv = mailsift.groups.download(id, { signal: context.signal })
    progress.clear()
    await writeOutput(
      context,
      values.output,
      values.force,
      filterRows(csv, group.result_prefix, values.only !== undefined, tally),
    )
    const list: ListFacts = {
      name: `Group ${id}`,
      format: 'text',
      encoding: 'utf-8',
      separator: ',',
      sheet: undefined,
      header: true,
      columns: [],
    }
    return { summary: summarize(tally, list), groups: [group] }
  } catch (error) {
    if (hasResult(error)) {
      progress.clear()
      warn(
        context,
        `The service continues to validate the list. Fetch the result with:\n  ${resumeLine(context, values, undefined, [id])}`,
      )
    }
    throw error
  }
}
