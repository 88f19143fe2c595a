import { type Command, EXIT } from './command.ts'

const PROGRAM = 'npm run -s admin --'

const EXIT_CODES = [
  `${EXIT.done}  done`,
  `${EXIT.failed}  failed; the reason is on the error output`,
  `${EXIT.usage}  called wrongly, or a confirmation is missing; nothing was done`,
  `${EXIT.notFound}  no such user or token`,
]

/** All commands, or those that begin with the given words. */
export function overview(commands: readonly Command[]): string {
  const calls = commands.map((command) => ({ call: callOf(command), summary: command.summary }))
  const width = Math.max(...calls.map(({ call }) => call.length))
  return [
    `Administers a Mailsift installation: the database at DATABASE_URL, or the one in DATA_DIR (default ./data),`,
    'whether or not Mailsift is running.',
    '',
    `Usage: ${PROGRAM} <command> [--json] [--help]`,
    '',
    'Commands:',
    ...calls.map(({ call, summary }) => `  ${call.padEnd(width)}  ${summary}`),
    '',
    `Everything about one command: ${PROGRAM} help <command>`,
    '',
    'Exit codes:',
    ...EXIT_CODES.map((line) => `  ${line}`),
  ].join('\n')
}

export function helpOf(command: Command): string {
  const named = [
    ...command.arguments.map(({ name, help }) => ({ name: `<${name}>`, help })),
    ...Object.entries(command.options).map(([name, option]) => ({
      name: option.type === 'string' ? `--${name} ${option.value}` : `--${name}`,
      help: option.type === 'string' && option.required ? `${option.help} (required)` : option.help,
    })),
    { name: '--json', help: 'Print the result as JSON.' },
  ]
  const width = Math.max(...named.map(({ name }) => name.length))
  return [
    command.summary,
    '',
    `Usage: ${PROGRAM} ${callOf(command)} [options]`,
    '',
    ...named.map(({ name, help }) => `  ${name.padEnd(width)}  ${help}`),
    ...(command.details ? ['', command.details] : []),
    '',
    'Examples:',
    ...command.examples.map((example) => `  ${PROGRAM} ${example}`),
  ].join('\n')
}

function callOf({ name, arguments: values }: Command): string {
  return [name, ...values.map((value) => (value.optional ? `[${value.name}]` : `<${value.name}>`))].join(' ')
}
