import { checkId, defineCommand, JSON_OPTION } from '../command.ts'
import { print } from '../context.ts'
import { EXIT, usageError } from '../exit.ts'
import { LISTING_OPTIONS, printListing } from '../listing.ts'
import { loadLocalEngine } from '../local-engine.ts'
import { addTier, printOutcome } from '../outcome.ts'
import { OUTPUT_OPTION, writeOutput } from '../output.ts'
import { connect } from '../service.ts'
import { printFields } from '../table.ts'
import { workColumns } from '../work-columns.ts'

export const jobs = defineCommand({
  name: 'jobs',
  summary: 'List bulk jobs, show one or download its results',
  arguments: [{ name: 'job', optional: true, help: 'Id' }],
  description: 'Lists bulk jobs, newest first. With an id, shows one, its items, or downloads its results.',
  options: {
    items: { type: 'boolean', help: 'Show the items of the job like `validate` does' },
    ...OUTPUT_OPTION,
    ...LISTING_OPTIONS,
    ...JSON_OPTION,
  },
  examples: [
    { line: 'jobs', does: 'Show the latest jobs' },
    { line: 'jobs 0198a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b --items --json', does: 'Print all items as JSON' },
    { line: 'jobs 0198a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b -o results.csv', does: 'Download its results' },
  ],

  async run(context, { job: given }, values) {
    const id = given === undefined ? undefined : checkId('jobs', given)
    const { signal } = context
    const mailsift = await connect(context, values)
    if (id === undefined) {
      if (values.items || values.output !== undefined)
        throw usageError('Specify a job by its id. Run `mailsift jobs` to list the ids.')
      await printListing(
        context,
        values,
        mailsift.bulk.list,
        workColumns('JOB'),
        'No bulk jobs yet. For lists, run `mailsift groups`.',
      )
    } else if (values.output !== undefined) {
      await writeOutput(context, values.output, values.force, mailsift.bulk.download(id, { signal }))
    } else if (values.items) {
      const engine = await loadLocalEngine()
      for await (const item of mailsift.bulk.items(id, { take: 100, signal }))
        await printOutcome(context, addTier(engine, item), values)
    } else {
      const { job } = await mailsift.bulk.get(id, { take: 1, signal })
      if (values.json) await print(context, `${JSON.stringify(job)}\n`)
      else await printFields(context, job)
    }
    return EXIT.ok
  },
})
