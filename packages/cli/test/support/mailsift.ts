// The real command in a process of its own, as a user or a script starts it; or in this one, where many calls are made.
import { spawn } from 'node:child_process'
import { Readable, Writable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { run } from '../../src/run.ts'

export const PROGRAM = fileURLToPath(new URL('../../bin/mailsift.mjs', import.meta.url))
export const EXAMPLE = fileURLToPath(new URL('../../../../examples/contacts.csv', import.meta.url))

export type Run = { code: number | null; stdout: string; stderr: string }
export type RunOptions = { env?: NodeJS.ProcessEnv; input?: string | Buffer; cwd?: string; nodeOptions?: string[] }

/** Nothing of the machine's own settings or of a running clone reaches the command. */
export const CLEAN_ENV = {
  PATH: process.env.PATH,
  XDG_CONFIG_HOME: '/nonexistent',
  DATA_DIR: '/nonexistent',
  TERM: 'xterm',
  // Nothing leaves this machine: nothing answers there.
  DNS_SERVERS: '127.0.0.1:9',
  LOOKUP_PATIENCE_MS: '0',
  REGISTRY_LOOKUPS: 'off',
  LIST_REFRESH: 'off',
} satisfies NodeJS.ProcessEnv

export async function mailsift(args: string[], options: RunOptions = {}): Promise<Run> {
  const { stdout, ...run } = await mailsiftBytes(args, options)
  return { ...run, stdout: stdout.toString() }
}

/** For output that is to be compared byte for byte. */
export async function mailsiftBytes(args: string[], { env, input = '', cwd, nodeOptions = [] }: RunOptions = {}) {
  const child = spawn(process.execPath, [...nodeOptions, PROGRAM, ...args], { env: { ...CLEAN_ENV, ...env }, cwd })
  child.stdin.on('error', () => {}).end(input)
  const [stdout, stderr, code] = await Promise.all([
    buffer(child.stdout),
    text(child.stderr),
    new Promise<number | null>((resolve) => child.once('close', resolve)),
  ])
  return { code, stdout, stderr }
}

/** The same without the price of a process, for a hundred calls and more. Nothing is on its stdin. */
export async function runHere(args: string[], env: NodeJS.ProcessEnv = {}) {
  const collect = () => {
    const pieces: Buffer[] = []
    const stream = new Writable({
      write(piece: Buffer, _encoding, done) {
        pieces.push(Buffer.from(piece))
        done()
      },
    })
    return { stream, all: () => Buffer.concat(pieces) }
  }
  const [out, err] = [collect(), collect()]
  const parts = {
    stdin: Readable.from([]),
    stdout: out.stream,
    stderr: err.stream,
    env: { ...CLEAN_ENV, ...env },
    once() {},
  }
  const code: number = await run(args, parts as unknown as NodeJS.Process)
  return { code, stdout: out.all(), stderr: err.all().toString() }
}

export const jsonLines = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
