// Shell completion. The scripts hold the words themselves: no process is started for a key press.
import type { Command, Option, Program } from './command.ts'

const SHELLS = ['bash', 'zsh', 'fish'] as const

export function completionCommand<Context, Result>({ executable }: Program<Context, Result>): Command<never, never> {
  return {
    name: 'completion',
    summary: 'Print a shell completion script',
    arguments: [{ name: 'shell', help: SHELLS.join(', '), choices: SHELLS, shown: `<${SHELLS.join('|')}>` }],
    options: {},
    details: `The script completes the command ${executable}.`,
    examples: [
      { line: 'completion bash >> ~/.bashrc', does: 'For every new bash' },
      { line: 'completion zsh >> ~/.zshrc', does: 'For every new zsh' },
      { line: `completion fish > ~/.config/fish/completions/${executable}.fish`, does: 'For every new fish' },
    ],
    run: () => Promise.reject(new Error('The command line prints the script itself.')),
  }
}

export function completionScript<Context, Result>(program: Program<Context, Result>, shell: string): string {
  return shell === 'fish' ? forFish(program) : forBash(program, shell === 'zsh')
}

/** Next words by the words before them: `''` leads to `users`, `users` to `create`. */
function nextWords<Context, Result>({ commands }: Program<Context, Result>): Map<string, Map<string, string>> {
  const next = new Map<string, Map<string, string>>()
  for (const { name, summary } of commands) {
    const words = name.split(' ')
    words.forEach((word, at) => {
      const before = words.slice(0, at).join(' ')
      const known = next.get(before) ?? new Map<string, string>()
      next.set(before, known.set(word, at === words.length - 1 ? summary : (known.get(word) ?? '')))
    })
  }
  return next
}

function flagsOf([name, { short }]: [string, Option]): string[] {
  return [...(short ? [`-${short}`] : []), `--${name}`]
}

function choicesOf(option: Option): string | undefined {
  return option.type === 'string' ? option.choices?.join(' ') : undefined
}

function optionsOf<Context, Result>(
  program: Program<Context, Result>,
  command: Command<Context, Result>,
): [string, Option][] {
  return Object.entries({ ...command.options, ...program.common, help: { type: 'boolean', help: 'Show this help' } })
}

/** zsh reads the completions of bash. */
const ZSH_HEAD = `autoload -U +X compinit && compinit -u
autoload -U +X bashcompinit && bashcompinit
`

function forBash<Context, Result>(program: Program<Context, Result>, isZsh: boolean): string {
  const name = `_${program.executable.replaceAll('-', '_')}`
  const ofCommands = program.commands.map((command) => {
    const options = optionsOf(program, command)
    const taking = options.filter(([, { type }]) => type === 'string')
    const free = taking.filter(([, option]) => !choicesOf(option)).flatMap(flagsOf)
    const withValue = [
      ...taking.flatMap((each) => (choicesOf(each[1]) ? [[flagsOf(each), choicesOf(each[1])] as const] : [])),
      ...(free.length > 0 ? [[free, ''] as const] : []),
    ].map(([flags, words]) => `        ${flags.join('|')}) flags='' words='${words}' ;;`)
    const choices = command.arguments.flatMap((argument) => argument.choices ?? [])
    return [
      `    '${command.name} '*)`,
      `      flags='${options.map(([key]) => `--${key}`).join(' ')}' words='${choices.join(' ')}'`,
      ...(withValue.length > 0 ? ['      case "$previous" in', ...withValue, '      esac'] : []),
      '      ;;',
    ].join('\n')
  })
  const ofGroups = [...nextWords(program)].map(
    ([before, words]) => `    '${before && `${before} `}') words='${[...words.keys()].join(' ')}' ;;`,
  )
  return `${isZsh ? ZSH_HEAD : ''}${name}() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" words='' flags='' before='' at
  for ((at = 1; at < COMP_CWORD; at++)); do before+="\${COMP_WORDS[at]} "; done
  case "$before" in
${[...ofGroups, ...ofCommands].join('\n')}
  esac
  [[ $current == -* ]] && words=$flags
  # Where there is nothing to offer, the shell completes file names.
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F ${name} ${program.executable}
`
}

function forFish<Context, Result>(program: Program<Context, Result>): string {
  const { executable } = program
  const line = (condition: string, rest: string) => `complete -c ${executable} -n '${condition}' ${rest}`
  const words = [...nextWords(program)].flatMap(([before, next]) => {
    const condition = before ? `__fish_seen_subcommand_from ${before}` : '__fish_use_subcommand'
    return [...next].map(([word, summary]) => line(condition, `-f -a ${word} -d ${quote(summary)}`))
  })
  const options = program.commands.flatMap((command) => {
    const condition = command.name
      .split(' ')
      .map((word) => `__fish_seen_subcommand_from ${word}`)
      .join('; and ')
    const choices = (command.arguments ?? []).flatMap((each) => each.choices ?? [])
    return [
      ...(choices.length > 0 ? [line(condition, `-f -a ${quote(choices.join(' '))}`)] : []),
      ...optionsOf(program, command).map(([name, option]) => {
        const short = option.short ? `-s ${option.short} ` : ''
        const value = option.type === 'string' ? (option.choices ? ` -x -a ${quote(choicesOf(option)!)}` : ' -r') : ''
        return line(condition, `${short}-l ${name}${value} -d ${quote(option.help)}`)
      }),
    ]
  })
  return `${[...words, ...options].join('\n')}\n`
}

const quote = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
