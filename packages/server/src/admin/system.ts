import { migrate } from '../platform/database/migrate.ts'
import { type Command, command } from './command.ts'
import { table } from './table.ts'

export type Setting = { name: string; value: string; help: string }

/** `readSettings` fails with every problem at once. */
export function systemCommands(readSettings: () => Setting[]): Command[] {
  return [
    command({
      name: 'config',
      summary: 'Show the effective configuration, secrets masked, or all that is wrong with it.',
      examples: ['config', 'config --json'],
      async run() {
        const settings = readSettings()
        return {
          json: Object.fromEntries(settings.map(({ name, value }) => [name, value])),
          lines: await table(
            settings.map(({ name, value, help }) => ({ setting: name, value, meaning: help })),
            'There are no settings.',
          ),
        }
      },
    }),

    command({
      name: 'migrate',
      summary: 'Bring the database to the schema of this version.',
      details:
        'Mailsift does this by itself when it starts on one machine; a fleet does it before a new version starts.',
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
