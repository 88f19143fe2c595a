// Parses a command line: run a command with its values, or print a text.
import { Argument, Command as Commander, CommanderError, InvalidArgumentError, Option } from 'commander'
import { type Command, type Option as Declared, type Program, UsageError } from './command.ts'
import { completionCommand, completionScript } from './completion.ts'
import { callOf, commandHelp, programHelp } from './help.ts'

export type Call<Context, Result> =
  | { kind: 'run'; command: Command<Context, Result>; values: never; options: never }
  | { kind: 'print'; text: string /** False where a command was forgotten. */; isAsked: boolean }

const HELP_WORDS = ['--help', '-h']
const VERSION_WORDS = ['--version', '-v']

export function readCall<Context, Result>(
  program: Program<Context, Result>,
  given: readonly string[],
): Call<Context, Result> {
  const commands = [...program.commands, ...ownCommands(program)]
  const all = { ...program, commands }
  const print = (text: string, isAsked = true) => ({ kind: 'print', text, isAsked }) as const
  let call: Call<Context, Result> | undefined
  const version = () => print(`${program.version}\n`)
  const root = grow(all, (command, values, options) => {
    if (command.name === 'completion') call = print(completionScript(all, (values as { shell: string }).shell))
    else if (command.name === 'version') call = version()
    else call = { kind: 'run', command, values: values as never, options: options as never }
  })
  const words = commandFirst(root, program.common, given)
  if (leadingOptions(program.common, words) >= words.length) return print(programHelp(all), false)
  const named = words[0] === 'help' ? words.slice(words[1] === 'help' ? 2 : 1) : words
  const optionsEnd = words.indexOf('--')
  const beforeEnd = optionsEnd < 0 ? words : words.slice(0, optionsEnd)
  const has = (flags: readonly string[]) => beforeEnd.some((word) => flags.includes(word))
  const asksForHelp = words[0] === 'help' || has(HELP_WORDS)
  const { found, rest } = follow(root, named)
  if (program.version && !asksForHelp && has(VERSION_WORDS)) return version()
  if (asksForHelp && !(rest[0] && !rest[0].startsWith('-') && found.commands.length > 0)) {
    const path = pathOf(found)
    const command = commands.find(({ name }) => name === path)
    return print(command ? commandHelp(all, command) : programHelp(all, path))
  }
  try {
    root.parse(asksForHelp ? named.filter((word) => !word.startsWith('-')) : [...words], { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    throw new UsageError(misplaced(all, words, error) ?? explain(all, found, error))
  }
  return call!
}

/** Handled by the command line itself, for every program. */
function ownCommands<Context, Result>(program: Program<Context, Result>): Command<Context, Result>[] {
  const version: Command<never, never> = {
    name: 'version',
    summary: 'Print the version',
    arguments: [],
    options: {},
    examples: [{ line: 'version', does: 'Print the version' }],
    run: () => Promise.reject(new Error('The command line prints the version itself.')),
  }
  return [completionCommand(program), ...(program.version ? [version] : [])] as Command<Context, Result>[]
}

/** The commands as commander has them: a command of several words lies below a group of the first. */
function grow<Context, Result>(
  { commands, common, call }: Program<Context, Result>,
  onCall: (command: Command<Context, Result>, values: object, options: object) => void,
): Commander {
  const configure = (node: Commander) =>
    node
      .exitOverride()
      .helpOption(false)
      .helpCommand(false)
      .configureOutput({ writeOut: () => undefined, writeErr: () => undefined })
  const root = configure(new Commander(call))
  for (const command of commands) {
    let node = root
    for (const word of command.name.split(' '))
      node = node.commands.find((each) => each.name() === word) ?? addTo(node, configure(new Commander(word)))
    declare(node, command, { ...command.options, ...common }, onCall)
  }
  return root
}

function addTo(parent: Commander, child: Commander): Commander {
  parent.addCommand(child)
  return child
}

function declare<Context, Result>(
  node: Commander,
  command: Command<Context, Result>,
  options: Record<string, Declared>,
  onCall: (command: Command<Context, Result>, values: object, options: object) => void,
): void {
  for (const { name, optional, many, choices } of command.arguments) {
    const inner = `${name}${many ? '...' : ''}`
    const argument = new Argument(optional ? `[${inner}]` : `<${inner}>`)
    node.addArgument(choices ? argument.argParser<string>((value) => readChoice(name, choices, value)) : argument)
  }
  const flags = new Set(
    Object.entries(options).flatMap(([name, { short }]) => [`--${name}`, ...(short ? [`-${short}`] : [])]),
  )
  for (const [name, option] of Object.entries(options)) node.addOption(optionOf(name, option, flags))
  node.action(() => {
    const given = node.opts()
    const read = Object.entries(options).map(([name, option]) => [name, readValue(given, name, option)])
    const values = command.arguments.map(({ name }, at) => [name, node.processedArgs[at]])
    onCall(command, Object.fromEntries(values), Object.fromEntries(read))
  })
}

function readChoice(name: string, choices: readonly string[], value: string): string {
  if (choices.includes(value)) return value
  const list = `${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}`
  throw new UsageError(`Unknown ${name} "${value}". Use ${list}.`)
}

function optionOf(name: string, declared: Declared, flags: ReadonlySet<string>): Option {
  const long = `${declared.short ? `-${declared.short}, ` : ''}--${name}`
  if (declared.type === 'boolean') return new Option(long)
  const option = new Option(`${long} <value>`).argParser<string | string[]>((value, before) => {
    // Otherwise a missing value would consume the next option.
    if (flags.has(value)) throw new InvalidArgumentError('It is itself an option.')
    if (declared.choices && !declared.choices.includes(value))
      throw new InvalidArgumentError(`Choose ${declared.choices.join(' or ')}.`)
    return declared.many ? [...((before as string[] | undefined) ?? []), value] : value
  })
  return declared.required ? option.makeOptionMandatory() : option
}

/** Commander knows `--first-name` as firstName, and `--no-repair` as the contrary of repair. */
function readValue(given: Record<string, unknown>, name: string, option: Declared): unknown {
  const isNegated = name.startsWith('no-')
  const key = (isNegated ? name.slice(3) : name).replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase())
  const value = given[key]
  if (option.type === 'boolean') return isNegated ? value === false : value === true
  return value ?? (option.many ? [] : undefined)
}

/** `--quiet clean list.csv` is `clean --quiet list.csv`: options of all commands can precede the command. */
function commandFirst(root: Commander, common: Record<string, Declared>, words: readonly string[]): readonly string[] {
  const at = leadingOptions(common, words)
  const isHelp = words[at] === 'help'
  const { found, rest } = follow(root, words.slice(isHelp ? at + 1 : at))
  const named = words.slice(at, words.length - rest.length)
  // Without a command, report the unknown word and not the options before it.
  return found === root ? [...named, ...rest, ...words.slice(0, at)] : [...named, ...words.slice(0, at), ...rest]
}

/** How many words in front are options of all commands and their values. */
function leadingOptions(common: Record<string, Declared>, words: readonly string[]): number {
  for (let at = 0; ; ) {
    const [name, ...value] = words[at]?.split('=') ?? []
    const option = Object.entries(common).find(
      ([long, { short }]) => name === `--${long}` || (short && name === `-${short}`),
    )?.[1]
    if (!option) return at
    at += option.type === 'boolean' || value.length > 0 ? 1 : 2
  }
}

/** How far the words lead to a command. */
function follow(root: Commander, words: readonly string[]): { found: Commander; rest: readonly string[] } {
  let found = root
  for (let at = 0; ; at++) {
    const next = found.commands.find((each) => each.name() === words[at])
    if (!next) return { found, rest: words.slice(at) }
    found = next
  }
}

function pathOf(node: Commander): string {
  return node.parent ? `${pathOf(node.parent)} ${node.name()}`.trim() : ''
}

function explain<Context, Result>(program: Program<Context, Result>, found: Commander, error: CommanderError): string {
  const path = pathOf(found)
  const ask = `\`${[program.call, path].filter(Boolean).join(' ')} --help\``
  // A group of commands was named and none of it.
  if (error.code === 'commander.help') {
    const related = program.commands.filter(({ name }) => name.startsWith(`${path} `))
    return `Choose a command:\n${related.map((command) => `  ${callOf(command)}: ${command.summary}`).join('\n')}`
  }
  const [problem = '', hint = ''] = error.message.replace(/^error: /, '').split('\n')
  const meant = /\(Did you mean ([^(?]*)\?\)/.exec(hint)?.[1]
  const unknown = error.code === 'commander.unknownCommand' && /^unknown command '(.*)'$/.exec(problem)?.[1]
  const said = unknown ? `Unknown command "${[path, unknown].filter(Boolean).join(' ')}"` : capitalize(problem)
  return [
    said.replace(/\.?$/, '.'),
    ...(meant ? [`Did you mean ${meant}?`] : []),
    `Run ${ask} to list the ${unknown ? 'commands' : 'options'}.`,
  ].join(' ')
}

/** The option exists, but only behind the command that has it. */
function misplaced<Context, Result>(
  { commands, call }: Program<Context, Result>,
  words: readonly string[],
  { code }: CommanderError,
): string | undefined {
  const option = words[0]?.split('=')[0]
  const command = commands.find(({ name }) => ` ${words.join(' ')} `.includes(` ${name} `))
  if (code !== 'commander.unknownOption' || !option?.startsWith('--') || !command?.options[option.slice(2)]) return
  return `Write ${option} after the command: \`${call} ${command.name} ${option}\`.`
}

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
