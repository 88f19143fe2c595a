import { migrate } from '../../platform/database/migrate.ts'
import { type Command, command } from './command.ts'
import { table } from './table.ts'

export type Setting = { name: string; value: string; help: string }

/** `readSettings` fails with every problem at once. */
export function systemCommands(readSettings: () => Setting[]): Command[] {
  return [
    command({
      name: 'config',
      summary: 'Show the configuration with secrets masked, or all problems with it',
      examples: ['config', 'config --json'],
      async run() {
        const settings = readSettings()
        return {
          json: Object.fromEntries(settings.map(({ name, value }) => [name, value])),
          lines: await table(
            settings.map(({ name, value, help }) => ({ setting: name, value, meaning: help })),
            'No settings.',
          ),
        }
      },
    }),

    command({
      name: 'migrate',
      summary: 'Migrate the database to the schema of this version',
      details:
        'On a single machine, Mailsift does this when it starts. In a fleet, run it before you start a new version.',
      examples: ['migrate'],
      async run(context) {
        const { url } = await context.database()
        const applied = await migrate(url)
        return {
          json: { applied },
          lines: [applied ? `Applied ${applied} migrations.` : 'The database is up to date.'],
        }
      },
    }),
  ]
}
