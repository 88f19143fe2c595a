// Programs that the check uses and the project does not need: brought by npm when the check runs, each into its own folder, and
// kept. What cannot be had on this machine is skipped with a line that says so.
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ROOT } from './stage.ts'

const run = promisify(execFile)
const FOLDER = join(ROOT, 'node_modules', '.cache', 'release-tools')
const INSTALL_TIMEOUT_MS = 300_000

const { arch } = process
const denoSystem = arch === 'arm64' ? 'linux-arm64-glibc' : 'linux-x64-glibc'
const bunSystem = arch === 'arm64' ? 'linux-aarch64' : 'linux-x64'
/** Without scripts of packages, and from npm's cache where it can. */
export const QUIET_INSTALL = ['--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error', '--ignore-scripts']
export const onLinux = process.platform === 'linux'

/** Tool → packages, with exact versions. */
export const TOOLS: Readonly<Record<string, readonly string[]>> = {
  'Node 18': [`node-linux-${arch}@18`],
  'Node 20': [`node-linux-${arch}@20`],
  'Node 22': [`node-linux-${arch}@22`],
  'Node 24': [`node-linux-${arch}@24.21.0`],
  Deno: [`@deno/${denoSystem}@2.9.5`],
  Bun: [`@oven/bun-${bunSystem}@1.4.4`],
  miniflare: ['miniflare@4.20260730.0', 'esbuild@0.28.2'],
  esbuild: ['esbuild@0.28.2'],
  Vite: ['vite@8.3.8'],
  'Vite, React and Vue': ['vite@8.3.8', '@vitejs/plugin-vue@6.0.10', 'vue@3.5.45', 'react@19.2.7', 'react-dom@19.2.7'],
  webpack: ['webpack@5.112.2'],
  Next: ['next@16.4.6', 'react@19.2.7', 'react-dom@19.2.7'],
  'TypeScript 5': ['typescript@5.9.3', '@types/node@20.19.30', '@types/react@19.3.0'],
}
export type Tool = keyof typeof TOOLS

/** The versions that the project pins: a bundler must not meet the native part of another version in a folder above it. */
const { overrides } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  overrides: Record<string, string>
}

/** Where the tool's packages are (below node_modules), or why it cannot be had. */
export async function bring(tool: Tool): Promise<{ folder: string } | { missing: string }> {
  const packages = TOOLS[tool]!
  const folder = join(FOLDER, tool.toLowerCase().replaceAll(/\W+/g, '-'))
  const pinned = Object.entries(overrides).map(([name, version]) => `${name}@${version}`)
  const stamp = join(folder, `${[...packages, ...pinned].join('+').replaceAll(/[^\w.@+-]/g, '-')}.installed`)
  if (existsSync(stamp)) return { folder }
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, overrides }))
  try {
    await run('npm', ['install', ...QUIET_INSTALL, ...packages], { cwd: folder, timeout: INSTALL_TIMEOUT_MS })
    writeFileSync(stamp, '')
    return { folder }
  } catch (error) {
    const { stderr = '', message, killed } = error as Error & { stderr?: string; killed?: boolean }
    if (killed) return { missing: `npm took longer than ${INSTALL_TIMEOUT_MS / 1000} s` }
    return { missing: (stderr.split('\n').find((line) => line.includes('npm error')) ?? message).slice(0, 100) }
  }
}
