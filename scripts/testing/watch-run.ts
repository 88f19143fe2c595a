// Runs beside the tests: node watch-run.ts <temporary folder> <name of the run>. Its stdin ends with the runner.
import process from 'node:process'
import { text } from 'node:stream/consumers'
import { ENDED, findAbandonedRuns, removeRun } from './run-folder.ts'

const [place, name] = process.argv.slice(2) as [string, string]
// A run that was killed together with its watcher left these.
for (const abandoned of findAbandonedRuns(place)) await removeRun(place, abandoned)
await removeRun(place, name, { hasEnded: (await text(process.stdin)) === ENDED })
