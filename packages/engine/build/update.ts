// npm run data:update: installs the newest packages, compiles, and records the result in the manifest. `-- --pinned`
// keeps the installed packages, for a change of our own vocabulary or build.
import { execFileSync } from 'node:child_process'
import { compile, readSources } from './compile.ts'
import { findCanaries, findShrinkage, stopOn } from './guards.ts'
import { describe, readManifest, writeData, writeManifest } from './manifest.ts'
import { EARLIER_SNAPSHOT, SOURCE_PACKAGES } from './packages.ts'

if (!process.argv.includes('--pinned') && !process.argv.includes('--installed')) {
  const lists = SOURCE_PACKAGES.filter((name) => name !== 'tldts' && name !== EARLIER_SNAPSHOT)
  install(lists, '--prefix', 'packages/engine/build')
  install(['tldts'], '--workspace', '@mailsift/engine')
  // A package that was just replaced may already be loaded, so a new process compiles.
  execFileSync(process.execPath, [import.meta.filename, '--installed'], { stdio: 'inherit' })
} else {
  recordData()
}

/** Only the compiled data needs the lists, so they have their own lock file; the engine itself uses tldts. */
function install(names: readonly string[], ...where: string[]): void {
  const newest = names.map((name) => `${name}@latest`)
  execFileSync('npm', ['install', '--save-exact', ...where, ...newest], { stdio: 'inherit' })
}

function recordData(): void {
  const sources = readSources()
  const compiled = compile(sources)
  const made = describe(compiled, sources)
  const complaints = [...findShrinkage(readManifest(), made), ...findCanaries(compiled.file)]
  if (describe(compile(readSources()), sources).file.sha256 !== made.file.sha256) {
    complaints.push('compiling twice gave two results')
  }
  stopOn(complaints)
  writeData(compiled)
  writeManifest(made)
  console.log(`Version ${made.version}: run npm run build, then commit the lock files and packages/engine/data.`)
}
