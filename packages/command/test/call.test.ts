import { describe, expect, test } from 'vitest'
import { readCall } from '../src/call.ts'
import { UsageError } from '../src/command.ts'
import { program, type Seen } from './support.ts'

async function called(...words: string[]): Promise<Seen> {
  const call = readCall(program, words)
  if (call.kind === 'print') throw new Error(call.text)
  const seen: Seen[] = []
  await call.command.run(seen, call.values, call.options)
  return seen[0]!
}

function printed(...words: string[]): string {
  const call = readCall(program, words)
  if (call.kind === 'run') throw new Error(`ran ${call.command.name}`)
  return call.text
}

test('a command gets its arguments and options by their declared names, those not given included', async () => {
  expect(await called('pets', 'feed', 'rex')).toEqual({
    values: { pet: 'rex', meals: [] },
    options: { mood: undefined, 'first-name': undefined, at: [], 'no-water': false, loud: false },
  })
  const words = [
    'pets',
    'feed',
    '-f',
    'Ada',
    'rex',
    '--mood=calm',
    '--at',
    '9',
    'hay',
    '--no-water',
    '--at',
    '10',
    'oats',
  ]
  expect(await called(...words, '--loud')).toEqual({
    values: { pet: 'rex', meals: ['hay', 'oats'] },
    options: { mood: 'calm', 'first-name': 'Ada', at: ['9', '10'], 'no-water': true, loud: true },
  })
})

test('what follows -- is an argument, whatever it looks like', async () => {
  expect((await called('pets', 'feed', '--', '--help')).values).toEqual({ pet: '--help', meals: [] })
})

describe('a call that cannot be meant is refused, with what to do:', () => {
  test.for([
    ['an unknown command', ['pest'], /Unknown command "pest"\. Did you mean one of pets, rest\?/],
    ['an unknown command below a group', ['pets', 'lisst'], /Unknown command "pets lisst"\. Did you mean list\?/],
    ['help about an unknown command', ['help', 'pest'], /Unknown command "pest"/],
    [
      'a group alone',
      ['pets'],
      /^Choose a command:\n {2}pets feed <pet> \[meals…\]: Feed a pet\.\n {2}pets list: List them\.$/,
    ],
    ['an unknown option', ['rest', '--lout'], /Unknown option '--lout'\. Did you mean --loud\?.*rest --help/],
    ['a missing argument', ['pets', 'feed'], /Missing required argument 'pet'/],
    ['an argument too many', ['rest', 'well'], /Too many arguments for 'rest'/],
    ['a value that is no choice', ['pets', 'feed', 'rex', '--mood', 'sad'], /Choose calm or wild/],
    ['an option in place of a value', ['pets', 'feed', 'rex', '-f', '--loud'], /argument '--loud' is invalid/],
    ['a missing value', ['pets', 'feed', 'rex', '-f'], /argument missing/],
  ] as const)('%s', ([, words, complaint]) => {
    const refused = () => readCall(program, words)
    expect(refused).toThrow(UsageError)
    expect(refused).toThrow(complaint)
  })
})

test('no words at all print the help', () => {
  expect(readCall(program, [])).toEqual({ kind: 'print', text: printed('--help'), isAsked: false })
})

test.for([[['--help']], [['-h']], [['help']]])('%j names every command and section', ([words]) => {
  for (const text of ['Keeps a zoo.', 'pets feed <pet> [meals…]', 'rest ', 'completion', 'Exit codes\n  0  done'])
    expect(printed(...words!)).toContain(text)
})

test.for([[['help', 'pets', 'feed']], [['pets', 'feed', '--help']], [['pets', 'feed', 'rex', '-h']]])(
  '%j explains that command',
  ([words]) => {
    const text = printed(...words!)
    for (const line of [
      'Usage\n  npm run zoo -- pets feed <pet> [meals…] [options]',
      '  -f, --first-name NAME  Who.',
      '  --loud',
    ])
      expect(text).toContain(line)
  },
)

test('help about a group shows its commands alone', () => {
  expect(printed('help', 'pets')).toContain('pets list')
  expect(printed('help', 'pets')).not.toContain('rest ')
})

test.for([
  [['--version']],
  [['-v']],
  [['version']],
  [['--loud', '-v']],
  [['-v', '--tone', 'low']],
  [['--tone=low', 'version']],
  [['version', '--loud']],
  [['rest', '--version']],
])('%j prints the version', ([words]) => expect(printed(...words!)).toBe('1.2.3\n'))

test('a program without a version has no option and no command for it', () => {
  const { version: _, ...without } = program
  expect(() => readCall(without, ['--version'])).toThrow(/Unknown option '--version'/)
  expect(() => readCall(without, ['version'])).toThrow(/Unknown command "version"/)
})

test.for(['completion', 'version', 'help'])('help %s is found', (word) => {
  expect(printed('help', word)).toContain(word === 'help' ? 'Keeps a zoo.' : `npm run zoo -- ${word}`)
})

test('options of every command before no command, or before an unknown one, are not what is complained about', () => {
  expect(readCall(program, ['--loud'])).toEqual({ kind: 'print', text: printed('--help'), isAsked: false })
  expect(printed('--loud', '--help')).toBe(printed('--help'))
  expect(printed('--loud', 'help', 'rest')).toBe(printed('help', 'rest'))
  expect(() => readCall(program, ['--loud', 'pest'])).toThrow(/Unknown command "pest"/)
  expect(() => readCall(program, ['--loud', '--food', 'rest'])).toThrow(/Unknown option '--food'/)
})

test('options of every command can precede it, with their values', () => {
  const seen = (...words: string[]) => {
    const call = readCall(program, words)
    return call.kind === 'run' && [call.command.name, call.values, call.options]
  }
  const after = seen('pets', 'feed', '--loud', '--tone', 'low', 'rex', '--', '--meat')
  expect(after).toEqual(['pets feed', { pet: 'rex', meals: ['--meat'] }, expect.objectContaining({ loud: true })])
  expect(seen('--loud', '--tone', 'low', 'pets', 'feed', 'rex', '--', '--meat')).toEqual(after)
  expect(seen('-t', 'low', '--loud', 'pets', 'feed', 'rex', '--', '--meat')).toEqual(after)
  expect(seen('--tone=low', 'pets', 'feed', '--loud', 'rex', '--', '--meat')).toEqual(after)
  expect(() => seen('--mood', 'calm', 'pets', 'feed', 'rex')).toThrow(
    'Write --mood after the command: `npm run zoo -- pets feed --mood`.',
  )
  expect(() => seen('--food', 'pets', 'feed', 'rex')).toThrow(/Unknown option '--food'/)
})
