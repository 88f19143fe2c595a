// ARCHITECTURE.md and the figures of recovery against the code: a diagram, a table or a layout that says something else fails here.
import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { describe, expect, test } from 'vitest'
import { GROUP_EDGES, JOB_EDGES } from '../packages/contract/src/index.ts'
import { BULK_ROOMS, ENGINE_ROOMS, PACKAGES } from './import-rules.ts'

const document = readFileSync('ARCHITECTURE.md', 'utf8')
const sectionOf = (title: string) => document.split(/^## /m).find((section) => section.startsWith(`${title}\n`))!

describe('the tables', () => {
  const migrations = globSync('packages/server/src/migrations/*.sql')
    .toSorted()
    .map((file) => readFileSync(file, 'utf8').replace(/--.*/g, ''))
    .join('\n')
  const sql = [...migrations.matchAll(/^ALTER TABLE (\w+) RENAME TO (\w+)/gm)].reduce(
    (text, [, former, name]) => text.replaceAll(new RegExp(`\\b${former}\\b`, 'g'), name!),
    migrations,
  )
  const dropped = new Set([...sql.matchAll(/^DROP TABLE ([^;]+);/gm)].flatMap(([, names]) => names!.split(/,\s*/)))
  const created = [...sql.matchAll(/^CREATE (?:UNLOGGED )?TABLE (\w+) \(([^;]*);/gm)].filter(
    ([, name]) => !dropped.has(name!),
  )
  const text = sectionOf('Tables')
  const lines = [...text.matchAll(/^ {2}(\w+) [|}]o?[|]?(--|\.\.)o[|{] (\w+) :/gm)].map(([, one, line, other]) => ({
    tables: [one!, other!],
    isKey: line === '--',
  }))

  test('each is in the diagram or in the list below it, and no other is', () => {
    const named = [...text.matchAll(/`(\w+)`/g)].map(([, name]) => name!).filter((name) => name !== 'graphile_worker')
    const told = new Set([...lines.flatMap(({ tables }) => tables), ...named])
    // A command, not a table.
    told.delete('verify')
    expect([...told].toSorted()).toEqual(created.map(([, name]) => name!).toSorted())
  })

  test('solid lines are the foreign keys', () => {
    const inTables = created.flatMap(([, name, body]) =>
      [...body!.matchAll(/\bREFERENCES (\w+)/g)].map(([, parent]) => `${parent} ${name}`),
    )
    const added = [...sql.matchAll(/^ALTER TABLE (\w+)([^;]*);/gm)].flatMap(([, name, body]) =>
      [...body!.matchAll(/ADD COLUMN \w+ \w+[^,]* REFERENCES (\w+)/g)].map(([, parent]) => `${parent} ${name}`),
    )
    const drawn = lines.filter(({ isKey }) => isKey).map(({ tables }) => tables.join(' '))
    const isOfTwo = (key: string) => new Set(key.split(' ')).size === 2
    expect(drawn.toSorted()).toEqual([...inTables, ...added].filter(isOfTwo).toSorted())
  })
})

test('each trigger is listed, and no other is', () => {
  const sql = globSync('packages/server/src/migrations/*.sql')
    .toSorted()
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n')
  const dropped = new Set([...sql.matchAll(/^DROP TRIGGER (\w+)/gm)].map(([, name]) => name))
  const created = [...sql.matchAll(/^CREATE TRIGGER (\w+)/gm)].map(([, name]) => name!)
  const rows = [...sectionOf('Triggers').matchAll(/^\| (`[^|]+) \|/gm)].map(([, names]) => names!)
  const listed = rows.flatMap((names) => [...names.matchAll(/`(\w+)`/g)].map(([, name]) => name!))
  expect(listed.toSorted()).toEqual(created.filter((name) => !dropped.has(name)).toSorted())
})

test('the state machines are those of the contract, expiry apart', () => {
  const text = sectionOf('The two state machines')
  const [jobs, groups] = text.split('state "group').map((machine) =>
    // Two states of one name cannot be in one diagram: the group's end in a line.
    [...machine.matchAll(/^ {4}(\w+) --> (\w+)/gm)].map((edge) => `${edge[1]} ${edge[2]}`.replaceAll('_', '')),
  )
  const edgesOf = (machine: Record<string, readonly string[]>) =>
    Object.entries(machine).flatMap(([from, ends]) =>
      ends.filter((to) => to !== 'expired').map((to) => `${from} ${to}`),
    )
  expect(jobs!.toSorted()).toEqual(edgesOf(JOB_EDGES).toSorted())
  expect(groups!.toSorted()).toEqual(edgesOf(GROUP_EDGES).toSorted())
})

test.each([
  ['packages/*/', /^ {2}([a-z]+)\/ /gm, 0],
  ['packages/engine/src/*/', /^ {2}([a-z-]+)\/ /gm, 1],
  ['packages/server/src/*/', /^ {2}([a-z-]+)\/ /gm, 2],
  ['packages/server/src/{accounts,bulk,credentials,identity,platform}/*/', /^ {4}([a-z-]+)\/ /gm, 2],
])('the layout names each folder of %s', (pattern, line, block) => {
  const folders = globSync(pattern, { exclude: ['**/node_modules'] }).map((folder) => basename(folder))
  const blocks = [...sectionOf('Layout').matchAll(/```\n([\s\S]*?)```/g)].map(([, text]) => text!)
  const named = [...blocks[block]!.matchAll(line)].map(([, name]) => name!)
  expect(named.toSorted()).toEqual(folders.toSorted())
})

test.each([
  ['0036-queue-and-recovery', /every (\d+) seconds/, 'heartbeat', 'INTERVAL_MS', 1_000],
  ['0036-queue-and-recovery', /older than (\d+) seconds/, 'reaper', 'DEAD_AFTER_SECONDS', 1],
])('decision %s says %s as %s.ts has it in %s', (decision, sentence, file, constant, unit) => {
  const source = readFileSync(`packages/server/src/platform/queue/${file}.ts`, 'utf8')
  const value = new RegExp(`^const ${constant} = ([\\d_]+)$`, 'm').exec(source)![1]!.replaceAll('_', '')
  const told = sentence.exec(readFileSync(`docs/decisions/${decision}.md`, 'utf8'))?.[1]
  expect(Number(told) * unit).toBe(Number(value))
})

describe('who may import whom', () => {
  const text = sectionOf('Who may import whom')

  test('packages', () => {
    const rows = [...text.matchAll(/^ {2}\| `(\w+)` \| (.*) \|$/gm)]
    const told = rows.map(([, name, others]) => [name, [...others!.matchAll(/`(\w+)`/g)].map(([, other]) => other)])
    // The SDK has its own entry name for lists.
    const real = Object.entries(PACKAGES).filter(([, others]) => others.length > 0)
    const sorted = (rules: (readonly [unknown, readonly unknown[]])[]) =>
      rules.map(([name, others]) => `${name}: ${others.filter((other) => other !== 'lists').toSorted()}`).toSorted()
    expect(sorted(told as [string, string[]][])).toEqual(sorted(real))
  })

  test('rooms of the engine, in their order', () => {
    const layout = sectionOf('Layout').split('packages/engine/src/\n')[1]!.split('```')[0]!
    expect([...layout.matchAll(/^ {2}([a-z-]+)\/ /gm)].map(([, room]) => room)).toEqual(ENGINE_ROOMS)
  })

  test('rooms of bulk/', () => {
    const arrows = [...text.matchAll(/^ {4}([a-z &]+) --> ([a-z &]+)$/gm)].flatMap(([, from, to]) =>
      from!.split(' & ').flatMap((one) => to!.split(' & ').map((other) => `${one} ${other}`)),
    )
    const isBelowAll = (room: string) => room === 'state' || room === 'format'
    const rules = Object.entries(BULK_ROOMS).flatMap(([room, others]) =>
      others.filter((other) => !isBelowAll(other)).map((other) => `${room} ${other}`),
    )
    expect(arrows.toSorted()).toEqual(rules.toSorted())
  })
})
