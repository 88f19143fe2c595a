import { readListStates } from '../../disposable-domains/disposable-domains.ts'
import { command } from './command.ts'
import { table } from './table.ts'

export const listCommands = [
  command({
    name: 'lists',
    summary: 'Show the disposable domain lists that are downloaded daily, and their state',
    details: [
      'If a list cannot be downloaded or looks wrong, its last good version stays in use. A list that lost more than half of its',
      'domains is rejected for seven days and accepted after that. A domain stays listed for 180 days after its list last',
      'contained it. Set LIST_SOURCES to change the lists, or LIST_REFRESH=off to stop the downloads.',
    ].join('\n'),
    examples: ['lists', 'lists --json'],
    async run(context) {
      const { db } = await context.database()
      const states = await readListStates(db)
      return {
        json: states,
        lines: await table(
          states.map(({ list, outcome, names, kept, fetched_at, checked_at, taken_from }) => ({
            list,
            'last try': minute(checked_at),
            outcome: tell(outcome, taken_from),
            'good since': fetched_at ? minute(fetched_at) : '–',
            names,
            kept,
          })),
          'No list has been downloaded yet. A worker does so a minute after it starts, unless LIST_REFRESH is off.',
        ),
      }
    },
  }),
]

const OUTCOMES: Readonly<Record<string, string>> = {
  fetched: 'fetched',
  unchanged: 'fetched, unchanged',
  unreachable: 'download failed',
  too_large: 'refused: too large',
  too_many: 'rejected: too many domains',
  unreadable: 'rejected: not a list of domains',
  canary: 'rejected: contains a large provider',
  shrank: 'rejected: lost more than half of its domains',
}

function tell(outcome: string, takenFrom: string | null): string {
  const words = OUTCOMES[outcome] ?? outcome
  return takenFrom ? `${words}; accepted from ${takenFrom.slice(0, 10)} on` : words
}

function minute(time: string): string {
  return time.slice(0, 16).replace('T', ' ')
}
