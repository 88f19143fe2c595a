// The command, called in this process or started as a separate one.
import { tmpdir } from 'node:os'
import { PassThrough, Readable, Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { spawn } from '../../../../scripts/testing/programs.ts'
import { run } from '../../src/run.ts'

export const PROGRAM = fileURLToPath(new URL('../../bin/mailsift.mjs', import.meta.url))
export const EXAMPLE = fileURLToPath(new URL('../../../../examples/contacts.csv', import.meta.url))

export type Run = { code: number | null; stdout: string; stderr: string }
export type CallOptions = { env?: NodeJS.ProcessEnv; input?: string | Buffer }
export type RunOptions = CallOptions & { cwd?: string; nodeOptions?: string[] }

/** Keeps the machine's own settings and a running clone away from the command. */
export const CLEAN_ENV = {
  PATH: process.env.PATH,
  TMPDIR: tmpdir(),
  XDG_CONFIG_HOME: '/proc/nowhere',
  DATA_DIR: '/proc/nowhere',
  TERM: 'xterm',
  // Nothing leaves this machine: no server listens there.
  DNS_SERVERS: '127.0.0.1:9',
  LOOKUP_PATIENCE_MS: '0',
  REGISTRY_LOOKUPS: 'off',
  LIST_REFRESH: 'off',
} satisfies NodeJS.ProcessEnv

/** Calls the command in this process: most tests are about what it prints and does, not about how it starts. */
export async function mailsift(args: string[], options: CallOptions = {}): Promise<Run> {
  const { stdout, ...run } = await mailsiftBytes(args, options)
  return { ...run, stdout: stdout.toString() }
}

/** For output that is compared byte for byte. */
export async function mailsiftBytes(args: string[], { env, input = '' }: CallOptions = {}) {
  const [out, err] = [collector(), collector()]
  const stdin = Readable.from(input.length > 0 ? [Buffer.from(input)] : [])
  const code = await callHere(args, { stdin, stdout: out.stream, stderr: err.stream }, env)
  return { code, stdout: out.bytes(), stderr: err.bytes().toString() }
}

type Streams = { stdin: Readable; stdout: Writable; stderr: Writable }

export function callHere(args: string[], streams: Streams, env: NodeJS.ProcessEnv = {}): Promise<number> {
  return run(args, { ...streams, env: { ...CLEAN_ENV, ...env }, once() {} } as unknown as NodeJS.Process)
}

/** An interactive call, which ends with its stdin. */
export function converse(args: string[], env: NodeJS.ProcessEnv) {
  const [stdin, stdout, { stream: stderr }] = [new PassThrough(), new PassThrough(), collector()]
  void callHere(args, { stdin, stdout, stderr }, env).finally(() => stdout.end())
  return { stdin, stdout }
}

function collector() {
  const pieces: Buffer[] = []
  const stream = new Writable({
    write(piece: Buffer, _encoding, done) {
      pieces.push(Buffer.from(piece))
      done()
    },
  })
  return { stream, bytes: () => Buffer.concat(pieces) }
}

/** The real command as a separate process, as a user or a script starts it. */
export async function mailsiftProcess(
  args: string[],
  { env, input = '', cwd, nodeOptions = [] }: RunOptions = {},
): Promise<Run> {
  const child = spawn(process.execPath, [...nodeOptions, PROGRAM, ...args], { env: { ...CLEAN_ENV, ...env }, cwd })
  child.stdin.on('error', () => {}).end(input)
  const [stdout, stderr, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((resolve) => child.once('close', resolve)),
  ])
  return { code, stdout, stderr }
}

export const jsonLines = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
