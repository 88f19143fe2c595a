import { checkId, defineCommand, JSON_OPTION } from '../command.ts'
import { print } from '../context.ts'
import { EXIT, usageError } from '../exit.ts'
import { LISTING_OPTIONS, printListing } from '../listing.ts'
import { OUTPUT_OPTION, writeOutput } from '../output.ts'
import { connect } from '../service.ts'
import { printFields } from '../table.ts'
import { workColumns } from '../work-columns.ts'

export const groups = defineCommand({
  name: 'groups',
  summary: 'List submitted lists, show one or download its results',
  arguments: [{ name: 'group', optional: true, help: 'Id' }],
  description: 'Lists the submitted lists (groups), newest first. With an id, shows one or downloads its results.',
  options: { ...OUTPUT_OPTION, ...LISTING_OPTIONS, ...JSON_OPTION },
  examples: [
    { line: 'groups', does: 'Show the latest lists' },
    { line: 'groups 0198a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b', does: 'Show the progress of one' },
    { line: 'groups 0198a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b -o cleaned.csv', does: 'Download its results' },
  ],

  async run(context, { group: given }, values) {
    const id = given === undefined ? undefined : checkId('groups', given)
    const { signal } = context
    const mailsift = await connect(context, values)
    if (id === undefined) {
      if (values.output !== undefined)
        throw usageError('Specify a group by its id. Run `mailsift groups` to list the ids.')
      await printListing(
        context,
        values,
        mailsift.groups.list,
        workColumns('GROUP'),
        'No lists yet. Submit one with `mailsift clean <list>`.',
      )
    } else if (values.output !== undefined) {
      await writeOutput(context, values.output, values.force, mailsift.groups.download(id, { signal }))
    } else {
      const detail = await mailsift.groups.get(id, { signal })
      if (values.json) await print(context, `${JSON.stringify(detail)}\n`)
      else await printFields(context, detail.group)
    }
    return EXIT.ok
  },
})
