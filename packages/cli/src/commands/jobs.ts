import { printAnswered } from '../answered.ts'
import { checkId, defineCommand, JSON_OPTION } from '../command.ts'
import { print } from '../context.ts'
import { EXIT, usageError } from '../exit.ts'
import { LISTING_OPTIONS, printListing } from '../listing.ts'
import { OUTPUT_OPTION, writeOutput } from '../output.ts'
import { connect } from '../service.ts'
import { printFields } from '../table.ts'
import { workColumns } from '../work-columns.ts'

export const jobs = defineCommand({
  name: 'jobs',
  summary: 'List bulk jobs, or show one and its results',
  arguments: [{ name: 'job', optional: true, help: 'Its id' }],
  description: 'Lists the bulk jobs, newest first; with an id, shows one of them, its items, or its results as CSV.',
  options: {
    items: { type: 'boolean', help: 'Show the items of the job, as `validate` shows addresses' },
    ...OUTPUT_OPTION,
    ...LISTING_OPTIONS,
    ...JSON_OPTION,
  },
  examples: [
    { line: 'jobs', does: 'The latest jobs' },
    { line: 'jobs 0198a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b --items --json', does: 'All items of a job, as JSON' },
    { line: 'jobs 0198a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b -o results.csv', does: 'Its results as CSV' },
  ],

  async run(context, { job: given }, values) {
    const id = given === undefined ? undefined : checkId('jobs', given)
    const { signal } = context
    const mailsift = await connect(context, values)
    if (id === undefined) {
      if (values.items || values.output !== undefined) throw usageError('Which job? `mailsift jobs` lists their ids.')
      await printListing(
        context,
        values,
        mailsift.bulk.list,
        workColumns('JOB'),
        'There are no bulk jobs yet. Files that were cleaned are under `mailsift groups`.',
      )
    } else if (values.output !== undefined) {
      await writeOutput(context, values.output, values.force, mailsift.bulk.download(id, { signal }))
    } else if (values.items) {
      for await (const item of mailsift.bulk.items(id, { take: 100, signal }))
        await printAnswered(context, item, values.json)
    } else {
      const { job } = await mailsift.bulk.get(id, { take: 1, signal })
      if (values.json) await print(context, `${JSON.stringify(job)}\n`)
      else await printFields(context, job)
    }
    return EXIT.ok
  },
})
