import { compile, readSources } from './compile.ts'
import { findCanaries, stopOn } from './guards.ts'
import { describe, filesOf, type Manifest, readManifest, writeData } from './manifest.ts'

/** Compiles the data files and requires that they match the manifest. */
export function buildData(): void {
  const started = performance.now()
  process.stdout.write('Compiling the data of the engine …')
  const sources = readSources()
  const compiled = compile(sources)
  const made = describe(compiled, sources)
  const expected = readManifest()
  const complaints = findCanaries(compiled.file)
  if (expected === undefined || sums(made) !== sums(expected)) {
    complaints.unshift(
      `the data is version ${made.version}, the manifest describes ${expected?.version ?? 'none'}: ` +
        'if a package was changed on purpose, run npm run data:update; for the vocabulary or the build, npm run data:update -- --pinned',
    )
  }
  stopOn(complaints)
  writeData(compiled)
  const megabytes = (compiled.file.length / 1e6).toFixed(1)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  process.stdout.write(` version ${made.version}, ${megabytes} MB, ${seconds} s\n`)
}

function sums(manifest: Manifest): string {
  return filesOf(manifest)
    .map(({ sha256 }) => sha256)
    .join()
}
