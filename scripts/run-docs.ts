// Runs the shell commands that the documentation shows, in order, against a fresh start of the service:
//   npm run docs:run
// It uses the default port and data folder, because that is what the documents say; both must be free.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import process from 'node:process'
import { eventually } from './eventually.ts'

/** The packages' own documents are run by the packages' tests. */
const DOCUMENTS = [
  'README.md',
  ...['first-address', 'first-list'].map((name) => `docs/tutorials/${name}.md`),
  // First: it creates the user that other guides name.
  'docs/guides/users-and-tokens.md',
  ...readdirSync('docs/guides').map((name) => `docs/guides/${name}`),
]
const START = 'npm ci && npm start'
/** Commands that have just been run before this script (by .ci/run), or that would end what is being tried. */
const DONE_ELSEWHERE = ['npm ci && npm test']
const READY_TIMEOUT_MS = 300_000

if (existsSync('data')) {
  console.error('The folder data exists; move it away: the documented commands start from nothing.')
  process.exit(1)
}

let service: ChildProcess | undefined
try {
  for (const document of new Set(DOCUMENTS.filter((file) => existsSync(file)))) {
    for (const block of shellBlocks(readFileSync(document, 'utf8'))) {
      if (DONE_ELSEWHERE.includes(block)) continue
      console.log(`\n# ${document}\n${block}`)
      if (block === START) service ??= await startService()
      else await run(block)
    }
  }
} finally {
  if (service) {
    const exited = once(service, 'exit')
    process.kill(-service.pid!, 'SIGINT')
    await exited
  }
  for (const made of ['data', 'safe.csv', 'ready-to-send.csv', 'report.html', 'audit.jsonl', 'backups', 'restored'])
    rmSync(made, { recursive: true, force: true })
  for (const name of readdirSync('.').filter((name) => name.startsWith('sorted.'))) rmSync(name)
}

function shellBlocks(markdown: string): string[] {
  return [...markdown.matchAll(/^```sh\n([\s\S]*?)\n```$/gm)].map((match) => match[1]!.trim())
}

async function startService(): Promise<ChildProcess> {
  const env = { ...process.env, LIST_REFRESH: 'off' }
  const child = spawn('npm', ['start'], { env, stdio: ['ignore', 'inherit', 'inherit'], detached: true })
  const isReady = async () =>
    (await fetch('http://127.0.0.1:3000/readyz').catch(() => undefined))?.ok && existsSync('data/address')
  await eventually(isReady, { within: READY_TIMEOUT_MS })
  return child
}

async function run(block: string): Promise<void> {
  const shell = spawn('bash', ['-euo', 'pipefail', '-c', block], { stdio: ['ignore', 'inherit', 'inherit'] })
  const [code] = await once(shell, 'exit')
  if (code !== 0) throw new Error(`The documented command failed with ${code}:\n${block}`)
}
