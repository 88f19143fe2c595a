import type { Argument, Command, Example, Option, Program } from './command.ts'

export function commandHelp<Context, Result>(
  program: Program<Context, Result>,
  command: Command<Context, Result>,
): string {
  const values = shownArguments(command).map((each) => [shownArgument(each), each.help] as const)
  const options = Object.entries({ ...command.options, ...program.common, help: HELP_OPTION }).map(
    ([name, option]) => [signature(name, option), helpOf(option)] as const,
  )
  return parts([
    command.description ?? `${command.summary}.`,
    `Usage\n  ${program.call} ${callOf(command)} [options]`,
    values.length > 0 && `Arguments\n${columns(values)}`,
    `Options\n${columns(options)}`,
    command.details,
    `Examples\n${command.examples.map((example) => shownExample(program.call, example)).join('\n')}`,
  ])
}

/** All commands, or those that begin with the given words. */
export function programHelp<Context, Result>(program: Program<Context, Result>, topic = ''): string {
  const { call, about, commands, common, sections, version } = program
  const options = Object.entries({ ...common, ...(version && { version: VERSION_OPTION }), help: HELP_OPTION })
  const shown = commands.filter(({ name }) => `${name} `.startsWith(topic && `${topic} `))
  return parts([
    about,
    `Usage\n  ${call} <command> [options]`,
    `Commands\n${columns(shown.map((command) => [callOf(command), command.summary]))}`,
    `Global options\n${columns(options.map(([name, option]) => [signature(name, option), helpOf(option)]))}`,
    `Run \`${call} <command> --help\` for details and examples.`,
    ...sections.map(({ title, rows }) => `${title}\n${columns(rows)}`),
  ])
}

export function callOf<Context, Result>(command: Command<Context, Result>): string {
  return [command.name, ...shownArguments(command).map(shownArgument)].join(' ')
}

/** Rows of two columns, the second of which begins below itself. The words are ours, and each letter is one column wide. */
export function columns(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length))
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join('\n')
}

const HELP_OPTION: Option = { type: 'boolean', short: 'h', help: 'Show this help' }

const VERSION_OPTION: Option = { type: 'boolean', short: 'v', help: 'Show the version' }

function shownArguments<Context, Result>(command: Command<Context, Result>): Argument[] {
  return command.arguments.filter(({ hidden }) => !hidden)
}

function shownArgument({ name, optional, many, shown }: Argument): string {
  const inner = `${name}${many ? '…' : ''}`
  return shown ?? (optional ? `[${inner}]` : `<${inner}>`)
}

function signature(name: string, option: Option): string {
  const value = option.type === 'string' ? ` ${option.value}` : ''
  return `${option.short ? `-${option.short}, ` : ''}--${name}${value}`
}

function helpOf(option: Option): string {
  return option.type === 'string' && option.required ? `${option.help} (required)` : option.help
}

function shownExample(call: string, example: Example): string {
  return typeof example === 'string' ? `  ${call} ${example}` : `  # ${example.does}\n  ${call} ${example.line}`
}

function parts(texts: readonly (string | false | undefined)[]): string {
  return `${texts.filter(Boolean).join('\n\n')}\n`
}
