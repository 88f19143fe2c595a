// npm run dev: serves the service and the console from their sources at one address. The service restarts when its
// sources change; the browser gets changes of the console at once.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { statSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { CONSOLE_PATHS } from '@mailsift/contract'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { createServer } from 'vite'
import { ROOT, SOURCE } from './folders.ts'
import { tablesAsData, tablesText } from './tables.ts'

const PORT = Number(process.env.PORT) || 3000
const SERVICE_PORT = PORT + 1
/** Vite's own modules; the service has no such paths. */
const VITE_PATH = /^\/(?:@|node_modules\/)/
const PAGE = new RegExp(`^(?:${Object.values(CONSOLE_PATHS).join('|').replace(/:\w+/g, '[^/]+')})$`)
/** The packages that the service runs from. */
const SERVICE_SOURCES = /[\\/]packages[\\/](?:clean|command|contract|csv|engine|intake|mcp|server)[\\/]src[\\/]/
/** An editor that saves several files at once causes one restart. */
const QUIET_MS = 200

const folder = await mkdtemp(join(tmpdir(), 'mailsift-dev-'))
const tables = join(folder, 'tables.json')
await writeFile(tables, await tablesText())

const pages = await createServer({
  configFile: false,
  root: SOURCE,
  cacheDir: join(ROOT, 'node_modules/.cache/vite-console'),
  logLevel: 'warn',
  plugins: [
    react(),
    tailwind(),
    // The page has several paths, and its assets are below the root.
    { name: 'base', transformIndexHtml: (html) => html.replace('<base href="./"', '<base href="/"') },
  ],
  resolve: {
    alias: [
      { find: /^engine-data(?=\?|$)/, replacement: join(ROOT, 'packages/engine/data/console.bin') },
      { find: /^engine-tables(?=\?|$)/, replacement: tables },
    ],
  },
  worker: { format: 'es', plugins: () => [tablesAsData()] },
  server: {
    host: '127.0.0.1',
    port: PORT,
    strictPort: true,
    fs: { allow: [ROOT, folder] },
    proxy: {
      '^/': {
        target: `http://127.0.0.1:${SERVICE_PORT}`,
        bypass: ({ url = '/' }) => {
          const path = url.replace(/[?#].*$/, '')
          return PAGE.test(path) || VITE_PATH.test(path) || isFile(join(SOURCE, path)) ? url : undefined
        },
      },
    },
  },
})

let service = startService()
let isStopping = false
let quiet: NodeJS.Timeout | undefined

pages.watcher.add(join(ROOT, 'packages'))
pages.watcher.on('all', (_event, path) => {
  if (!SERVICE_SOURCES.test(path)) return
  clearTimeout(quiet)
  quiet = setTimeout(() => void restart(), QUIET_MS)
})
await pages.listen()

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop())

function startService(): ChildProcess {
  return spawn(process.execPath, [join(ROOT, 'packages/server/src/main.ts')], {
    cwd: ROOT,
    stdio: 'inherit',
    env: {
      ...{ API_PROCESSES: '1', WORKERS: '1' },
      ...process.env,
      PORT: String(SERVICE_PORT),
      BASE_URL: `http://localhost:${PORT}/v1`,
    },
  })
}

async function restart(): Promise<void> {
  if (isStopping) return
  console.log('\n  The sources of the service changed: restarting it.\n')
  await end(service)
  if (!isStopping) service = startService()
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  await exited
}

async function stop(): Promise<void> {
  isStopping = true
  clearTimeout(quiet)
  await end(service)
  await pages.close()
  await rm(folder, { recursive: true, force: true })
  process.exit()
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false
}
