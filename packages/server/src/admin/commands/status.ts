import { formatCount, fields as record } from '@mailsift/command/table'
import { type Command, command } from './command.ts'
import { readStatus, type StatusFacts, type StatusSettings } from './status-facts.ts'
import { minutes, type Warning, warningsOf } from './status-warnings.ts'

export function statusCommands(readSettings: () => StatusSettings): Command[] {
  return [
    command({
      name: 'status',
      summary: 'Show the state of the installation and what to do about problems',
      details:
        'Reads only the database, so it works on any machine that can connect to it. --json has all figures; `warnings` is empty\nif there are no problems.',
      examples: ['status', 'status --json'],
      async run(context) {
        const settings = readSettings()
        const { db } = await context.database()
        const facts = await readStatus(db, settings)
        const warnings = warningsOf(facts, settings)
        return { json: { ...facts, warnings }, lines: [...screen(facts), ...warningLines(warnings)] }
      },
    }),
  ]
}

function screen(facts: StatusFacts): string[] {
  const { version, at, processes, database, disk, last_backup } = facts
  return [
    `Mailsift ${version} at ${minute(at)} UTC`,
    '',
    ...record({
      Processes: `${count(processes.api, 'API')}, ${count(processes.worker, 'worker')}`,
      Queue: queueText(facts),
      Unfinished: unfinishedText(facts),
      Outbox: outboxText(facts),
      Database: `PostgreSQL ${database.version.split(' ')[0]}, ${bytes(database.bytes)}, ${database.connections} of ${database.connections_max} connections`,
      Disk: disk
        ? `${bytes(disk.free_bytes)} free of ${bytes(disk.size_bytes)}`
        : 'the data folder is on another machine',
      Files: filesText(facts),
      Lists: listsText(facts),
      Backup: last_backup
        ? `${minute(last_backup.at)} UTC (${minutes((Date.parse(at) - Date.parse(last_backup.at)) / 1000)} ago), ${bytes(last_backup.bytes)}`
        : 'none',
    }),
    '',
  ]
}

function filesText({ files, store }: StatusFacts): string {
  if (files === 'disk') return 'in the data folder'
  if (store.processes === 0) return `${files} (not checked in the last minutes)`
  return `${files} (${store.problems.length === 0 ? 'ready' : 'with problems'})`
}

function queueText({ tasks, tasks_quarantined }: StatusFacts): string {
  const parts = (['waiting', 'running', 'scheduled', 'exhausted'] as const).flatMap((state) => {
    const found = tasks.filter((row) => row.state === state)
    const total = found.reduce((sum, row) => sum + row.count, 0)
    if (total === 0) return state === 'waiting' ? ['none waiting'] : []
    const age = Math.max(...found.map((row) => row.oldest_seconds))
    return [`${formatCount(total)} ${state}${state === 'waiting' ? ` (oldest ${minutes(age)})` : ''}`]
  })
  return [...parts, ...(tasks_quarantined > 0 ? [`${tasks_quarantined} quarantined`] : [])].join(', ')
}

function unfinishedText({ unfinished }: StatusFacts): string {
  const total = (kind: string) => unfinished.filter((row) => row.kind === kind).reduce((sum, row) => sum + row.count, 0)
  return `${count(total('job'), 'job')}, ${count(total('group'), 'file')}`
}

function outboxText({ outbox }: StatusFacts): string {
  const total = outbox.reduce((sum, row) => sum + row.count, 0)
  if (total === 0) return 'all delivered'
  return `${formatCount(total)} waiting (oldest ${minutes(Math.max(...outbox.map((row) => row.oldest_seconds)))})`
}

function listsText({ lists }: StatusFacts): string {
  if (lists.count === 0) return 'none downloaded yet'
  const age = lists.oldest_seconds === null ? 'none fetched' : `oldest ${minutes(lists.oldest_seconds)}`
  return `${lists.count} (${age}${lists.failed > 0 ? `, ${lists.failed} failed at the last attempt` : ''})`
}

const WIDTH = 78
const INDENT = '  '

function warningLines(warnings: readonly Warning[]): string[] {
  if (warnings.length === 0) return ['No problems found.']
  const texts = warnings.flatMap((warning) => [...wrap(`! ${warning.what}`, ''), ...wrap(warning.do, INDENT)])
  return texts
}

function wrap(text: string, indent: string): string[] {
  const lines: string[] = []
  let line = indent
  for (const word of text.split(' ')) {
    if (line.length > indent.length && line.length + word.length > WIDTH) {
      lines.push(line.trimEnd())
      line = INDENT
    }
    line += `${word} `
  }
  return [...lines, line.trimEnd()]
}

function count(number: number, name: string): string {
  const plural = name === 'API' ? 'APIs' : `${name}s`
  return `${formatCount(number)} ${number === 1 ? name : plural}`
}

const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'] as const

function bytes(size: number): string {
  const power = Math.min(UNITS.length - 1, size < 1 ? 0 : Math.floor(Math.log10(size) / 3))
  const value = size / 1000 ** power
  return `${value < 10 && power > 0 ? value.toFixed(1) : Math.round(value)} ${UNITS[power]}`
}

function minute(time: string): string {
  return time.slice(0, 16).replace('T', ' ')
}
