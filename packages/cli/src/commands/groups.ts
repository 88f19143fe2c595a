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
  summary: 'List submitted CSV files, or show one',
  arguments: [{ name: 'group', optional: true, help: 'Its id' }],
  description:
    'Lists the groups, which is what submitted CSV files become, newest first; with an id, shows one or saves its CSV.',
  options: { ...OUTPUT_OPTION, ...LISTING_OPTIONS, ...JSON_OPTION },
  examples: [
    { line: 'groups', does: 'The latest files' },
    { line: 'groups 0198a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b', does: 'How far one of them is' },
    { line: 'groups 0198a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b -o cleaned.csv', does: 'Its CSV, once it is ready' },
  ],

  async run(context, { group: given }, values) {
    const id = given === undefined ? undefined : checkId('groups', given)
    const { signal } = context
    const mailsift = await connect(context, values)
    if (id === undefined) {
      if (values.output !== undefined) throw usageError('Which group? `mailsift groups` lists their ids.')
      await printListing(
        context,
        values,
        mailsift.groups.list,
        workColumns('GROUP'),
        'There are no files yet. `mailsift clean <list>` sends one.',
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
