import type { Example } from '@mailsift/command/command'
import { expect, test } from 'vitest'
import { readPlans } from '../../src/accounts/plans/plans.ts'
import { type Command, type CommandContext, command } from '../../src/admin/commands/command.ts'
import { callCommands, commandsWith } from './run-admin.ts'

/**
 * Calls the command line without a database and without a place for backups: a command that gets as far as asking for one was
 * called rightly.
 */
async function call(words: string[], known?: readonly Command[]) {
  const seen = { asked: false, closed: false }
  const ask = (what: string) => async () => {
    seen.asked = true
    throw new Error(`no ${what}`)
  }
  const context: CommandContext = {
    database: ask('database'),
    blobs: async () => Promise.reject(new Error('no store')),
    origin: async () => '',
    engine: async () => Promise.reject(new Error('no engine')),
    plans: () => readPlans(''),
    secrets: async () => undefined,
    readSecret: async () => 'a long password',
  }
  const close = async () => {
    seen.closed = true
  }
  const result = await callCommands(known ?? commandsWith(ask('place')), () => ({ context, close }), words)
  return { ...result, ...seen }
}

const commands = commandsWith(async () => Promise.reject(new Error('only described')))
const lineOf = (example: Example) => (typeof example === 'string' ? example : example.line)

function split(example: string): string[] {
  const words = example.replace(/ [<>] \S+$/, '').match(/"[^"]*"|\S+/g) ?? []
  return words.map((word) => word.replaceAll('"', ''))
}

test.each(commands.flatMap(({ examples }) => examples.map(lineOf)))(
  'the example "%s" of the help can be called',
  async (example) => {
    const { code, asked } = await call(split(example))
    expect(asked || code === 0).toBe(true)
  },
)

test('every command has an example and explains its arguments and options', () => {
  for (const { name, examples, arguments: values, options } of commands) {
    expect(examples.length, name).toBeGreaterThan(0)
    for (const example of examples.map(lineOf)) expect(example.startsWith(name), example).toBe(true)
    for (const { help } of [...values, ...Object.values(options)]) expect(help, name).toMatch(/\.$/)
  }
})

test.each([[[]], [['help']], [['--help']]])('%j shows every command and the exit codes', async (words) => {
  const { code, output } = await call(words)
  expect(code).toBe(0)
  for (const { name } of commands) expect(output).toContain(name)
  expect(output).toContain('Exit codes')
})

test.each([[['help', 'tokens', 'issue']], [['tokens', 'issue', '--help']], [['tokens', 'issue', 'someone', '-h']]])(
  '%j explains that command without running it',
  async (words) => {
    const { code, output, asked } = await call(words)
    expect({ code, asked }).toEqual({ code: 0, asked: false })
    expect(output).toContain('--permission read|write')
  },
)

test('help on a topic shows only its commands', async () => {
  const { output } = await call(['help', 'tokens'])
  expect(output).toContain('tokens issue')
  expect(output).not.toContain('users create')
})

test.each([
  ['an unknown command', ['frobnicate']],
  ['a topic without its verb', ['users']],
  ['half a word', ['user', 'list']],
  ['a missing argument', ['users', 'create']],
  ['an argument too many', ['users', 'list', 'extra']],
  ['an unknown option', ['users', 'list', '--force']],
  ['a missing required option', ['tokens', 'issue', 'ada@example.com']],
  ['an option without its value', ['tokens', 'issue', 'ada@example.com', '--permission']],
  ['a value that is not among the choices', ['tokens', 'issue', 'ada@example.com', '--permission', 'admin']],
])('%s is refused before anything is opened', async (_name, words) => {
  const { code, errors, output, asked } = await call(words)
  expect({ code, output, asked }).toEqual({ code: 2, output: '', asked: false })
  expect(errors).not.toBe('')
})

test('whatever a command opened is closed, also when it fails', async () => {
  const { code, closed, errors } = await call(['users', 'list'])
  expect({ code, closed }).toEqual({ code: 1, closed: true })
  expect(errors).toContain('no database')
})

test('names that were typed by strangers cannot steer the terminal', async () => {
  const { table } = await import('../../src/admin/commands/table.ts')
  expect((await table([{ name: 'a\u001b[2Jb\u202ec\n' }], '')).join('\n')).toBe('NAME\na\\u{1b}[2Jb\\u{202e}c\\u{a}')
})

test('the values of a command are typed by its description', async () => {
  const seen: unknown[] = []
  const greet = command({
    name: 'greet',
    summary: 'Greets',
    arguments: [
      { name: 'who', help: 'Whom.' },
      { name: 'whom', help: 'Else.', optional: true },
    ],
    options: {
      mood: { type: 'string', value: 'MOOD', help: 'How.', choices: ['warm', 'cold'] },
      twice: { type: 'boolean', help: 'Again.' },
    },
    examples: ['greet Ada'],
    async run(_context, { who, whom }, { mood, twice }) {
      const typed: [string, string | undefined, 'warm' | 'cold' | undefined, boolean] = [who, whom, mood, twice]
      seen.push(...typed)
      return { json: {}, lines: [] }
    },
  })
  await call(['greet', 'Ada', '--mood', 'warm'], [greet])
  expect(seen).toEqual(['Ada', undefined, 'warm', false])
})
