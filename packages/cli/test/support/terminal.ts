// The command in a pseudo-terminal, made by `script` of util-linux, which every Debian, Ubuntu, Fedora and Arch has.
import { spawn } from '../../../../scripts/testing/programs.ts'
import { PROGRAM } from './mailsift.ts'

const COLUMNS = 120

export type Terminal = {
  /** Everything shown so far, stdout and stderr together, as in the terminal. */
  screen(): string
  /** Resolves when the text is on the screen. */
  until(wanted: RegExp): Promise<void>
  type(keys: string): void
  exit: Promise<number | null>
}

/** `redirect` is shell, such as `> file`. */
export function inTerminal(
  args: string[],
  options: { env: NodeJS.ProcessEnv; redirect?: string; cwd?: string },
): Terminal {
  const words = [process.execPath, PROGRAM, ...args].map((word) => `'${word.replaceAll("'", "'\\''")}'`)
  const line = `stty cols ${COLUMNS} rows 30; exec ${words.join(' ')} ${options.redirect ?? ''}`
  const child = spawn('script', ['--quiet', '--return', '--flush', '--command', line, '/dev/null'], {
    env: { PATH: process.env.PATH, SHELL: '/bin/sh', TERM: 'xterm', ...options.env },
    cwd: options.cwd,
  })
  let shown = ''
  let waiting: { wanted: RegExp; resolve: () => void }[] = []
  const look = () => {
    const met = waiting.filter(({ wanted }) => wanted.test(shown))
    waiting = waiting.filter((each) => !met.includes(each))
    for (const { resolve } of met) resolve()
  }
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    shown += text
    look()
  })
  child.stdin.on('error', () => undefined)
  const exit = new Promise<number | null>((resolve) => child.once('close', resolve))
  return {
    screen: () => shown,
    async until(wanted) {
      const met = new Promise<void>((resolve) => waiting.push({ wanted, resolve }))
      look()
      const ended = exit.then(() =>
        Promise.reject(new Error(`The command ended before it showed ${wanted}:\n${shown}`)),
      )
      await Promise.race([met, ended])
    },
    type: (keys) => child.stdin.write(keys),
    exit,
  }
}
