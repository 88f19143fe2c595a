import { readListStates } from '../lists/lists.ts'
import { command } from './command.ts'
import { table } from './table.ts'

export const listCommands = [
  command({
    name: 'lists',
    summary: 'Show the disposable domain lists that are downloaded daily, and their state.',
    details: [
      'A list that cannot be fetched or does not look right changes nothing: its last good content stays in force. One that lost more',
      'than half of its names is refused for seven days, and taken as it is if it stays so. A name',
      'stays for 180 days after its list last had it. LIST_SOURCES names the lists, LIST_REFRESH=off fetches none.',
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
  unreachable: 'could not be fetched',
  too_large: 'refused: too large',
  too_many: 'refused: too many names',
  unreadable: 'refused: no list of domains',
  canary: 'refused: names a large provider',
  shrank: 'refused: lost more than half of its names',
}

function tell(outcome: string, takenFrom: string | null): string {
  const words = OUTCOMES[outcome] ?? outcome
  return takenFrom ? `${words}; taken from ${takenFrom.slice(0, 10)} on if it stays so` : words
}

function minute(time: string): string {
  return time.slice(0, 16).replace('T', ' ')
}
