import { COMMON_OPTIONS, type Command, type Option } from './command.ts'

export function commandHelp(command: Command): string {
  const { name, operands, description, examples } = command
  const options = Object.entries({ ...command.options, ...COMMON_OPTIONS }).map(
    ([long, option]) => [signature(long, option), option.help] as const,
  )
  return `${description}

Usage
  ${['mailsift', name, operands, '[options]'].filter(Boolean).join(' ')}

Options
${columns(options)}

Examples
${examples.map(({ line, does }) => `  # ${does}\n  ${line}`).join('\n')}
`
}

export function programHelp(commands: readonly Command[]): string {
  return `Validates e-mail addresses and cleans lists of contacts.

Usage
  mailsift <command> [options]

Commands
${columns(commands.map(({ name, summary }) => [name, summary]))}

\`mailsift <command> --help\` explains a command and gives examples.

Environment
${columns([
  ['MAILSIFT_SERVER', 'The service to ask, such as https://mail.example'],
  ['MAILSIFT_TOKEN', 'The API token; without it the one of `login`, or of a server started in this clone'],
  ['NO_COLOR', 'No colours'],
])}

Exit codes
${columns([
  ['0', 'Done'],
  ['2', 'The command line, or a file or id it names, cannot be used'],
  ['3', 'Token, permission or subscription is missing'],
  ['4', 'The service could not be reached, refused, or a limit was met'],
  ['5', 'Done in part: some addresses have no answer'],
  ['10', 'With --fail-on unsafe: not every address is safe to send to'],
  ['130', 'Ctrl-C'],
])}
`
}

function signature(long: string, { short, value }: Option): string {
  return `${short ? `-${short}, ` : ''}--${long}${value ? ` ${value}` : ''}`
}

function columns(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length))
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join('\n')
}
