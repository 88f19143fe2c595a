// Runs one of our programs on Node 24: node scripts/run.mjs <file> [arguments]
// Plain JavaScript, because an older Node cannot even read the TypeScript files it would have to complain about.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { isatty } from 'node:tty'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { bundledProgram, PROGRAMS } from './build/bundle.mjs'
import { bringPartsUpToDate } from './build/parts.mjs'
import { compiledCodeFolders, keepCompiledCode } from './compile-cache.mjs'
import { requirePackages } from './extra-packages.mjs'

/** `randomUUIDv7` of node:crypto is in no older one. */
const OLDEST = [24, 16]
const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))
requirePackages()
const [major, minor] = process.versions.node.split('.').map(Number)
if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])) runOn(packagedNode())
else await runHere()

async function runHere() {
  // Before anything is loaded: later starts then skip compiling and stripping types.
  keepCompiledCode(...compiledCodeFolders(ROOT))
  const [file] = process.argv.splice(2, 1)
  process.argv[1] = resolve(file)
  const digests = new Map()
  if (process.argv[1] === resolve(ROOT, PROGRAMS[0])) bringPartsUpToDate(ROOT, digests)
  await import(pathToFileURL(bundledProgram(ROOT, process.argv[1], digests) ?? process.argv[1]).href)
}

/** npm brings Node 24 as a package; newer versions of npm also put it first on the path, older ones do not. */
function packagedNode() {
  const platform = process.platform === 'win32' ? 'win' : process.platform
  const name = `node-${platform}-${process.arch}`
  const binary = resolve(ROOT, 'node_modules', name, 'bin', platform === 'win' ? 'node.exe' : 'node')
  if (existsSync(binary)) return binary
  console.error(
    `Mailsift needs Node ${OLDEST.join('.')} or later and this is ${process.version}. On Linux and Windows npm ci installs it; ` +
      `on other systems install Node ${OLDEST[0]}.`,
  )
  process.exit(1)
}

function runOn(binary) {
  const child = spawn(binary, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], { stdio: 'inherit' })
  // A terminal sends Ctrl-C to both, and twice would mean "at once"; a signal sent to this process alone is passed on.
  const atTerminal = [0, 1, 2].some((descriptor) => isatty(descriptor))
  process.on('SIGINT', () => atTerminal || child.kill('SIGINT'))
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 128 : 1)))
}
