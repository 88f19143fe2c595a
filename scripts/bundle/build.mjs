// Bundles the programs, if their sources have changed: node scripts/bundle/build.mjs
import { existsSync, globSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import {
  bundlesFolder,
  currentBundle,
  digest,
  digestOf,
  entryName,
  formerBundle,
  PROGRAMS,
  statesOf,
  writeStamp,
} from './find.mjs'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const STACKS = fileURLToPath(new URL('stacks.ts', import.meta.url))
/** Programs that others start. */
const THREADS = [
  'packages/server/src/platform/watchdog/thread.ts',
  'packages/server/src/platform/http/pages/reference-thread.ts',
]
const ENTRIES = [...PROGRAMS, ...THREADS]
/** Inputs of the result besides the modules: versions of packages, targets of their names, and the bundler's options. */
const NAMED = [
  'package-lock.json',
  'scripts/bundle/build.mjs',
  'scripts/bundle/find.mjs',
  ...globSync('packages/*/package.json', { cwd: ROOT }),
]
/** Links to our packages are followed, so that none of them stands in node_modules. */
const OWN = new RegExp(`^${RegExp.escape(ROOT)}(?:packages|scripts)[\\\\/](?!.*[\\\\/]node_modules[\\\\/]).+\\.ts$`)
/** A change within lines: the map of the types' removal holds for lines as it is. */
const SAME_LINES = null

/** One that was left by a build which was killed. */
const ABANDONED_MS = 600_000

async function build() {
  const { rolldown } = await import('rolldown')
  const folder = bundlesFolder(ROOT)
  const made = join(folder, `.new-${process.pid}`)
  const former = formerBundle(ROOT)
  const read = new Map(NAMED.map((path) => [path, readFileSync(join(ROOT, path))]))
  const bundle = await rolldown({
    cwd: ROOT,
    input: Object.fromEntries(ENTRIES.map((path) => [entryName(path), join(ROOT, path)])),
    platform: 'node',
    plugins: [noteSources(read), keepPlaces, mapStacks, leaveOthersUnmapped, leaveGettersAlone],
    logLevel: 'warn',
  })
  await bundle.write({
    dir: made,
    format: 'esm',
    sourcemap: true,
    sourcemapExcludeSources: true,
    // A letter beyond Latin-1 would double the memory of its whole file.
    charset: 'ascii',
    comments: false,
    // White space would be a sixth of the sources, which every process keeps.
    minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
  })
  await bundle.close()
  const files = [...read].sort(([one], [other]) => (one < other ? -1 : 1))
  const paths = files.map(([path]) => path)
  const name = digest(files)
  const states = statesOf(ROOT, paths)
  if (digestOf(ROOT, paths) !== name) throw new Error('The sources have changed while they were bundled.')
  moveTo(join(folder, name), made)
  writeStamp(ROOT, name, states)
  removeOthers(folder, [name, former])
}

/** Another build may have made the same. */
function moveTo(place, made) {
  try {
    renameSync(made, place)
  } catch (error) {
    rmSync(made, { recursive: true })
    if (!existsSync(place)) throw error
  }
}

/** The former stays for processes that still run it and may load more of it. */
function removeOthers(folder, kept) {
  for (const { name } of readdirSync(folder, { withFileTypes: true }).filter((each) => each.isDirectory())) {
    const isBeingMade = name.startsWith('.') && Date.now() - statSync(join(folder, name)).mtimeMs < ABANDONED_MS
    if (!isBeingMade && !kept.includes(name)) rmSync(join(folder, name), { recursive: true, force: true })
  }
}

/** A file finds what lies beside it where it did: `import.meta.url` stays that of the source, except that programs are led to bundled ones. */
const keepPlaces = {
  name: 'keep-places',
  transform: {
    filter: { id: { include: OWN, exclude: STACKS }, code: /import\.meta\.url/ },
    handler(code, id) {
      const toPrograms = code.replace(/new URL\('([^']+\.ts)', import\.meta\.url\)/g, (_, path) => {
        const source = nameOf(resolve(dirname(id), path))
        if (!ENTRIES.includes(source))
          throw new Error(`${nameOf(id)} leads to ${source}, which is not bundled as a program.`)
        return `new URL('./${entryName(source)}.js', import.meta.BUNDLE_URL)`
      })
      const place = `new URL(${JSON.stringify(`../../../../${nameOf(id)}`)}, import.meta.url).href`
      const replaced = toPrograms
        .replaceAll('import.meta.url', place)
        .replaceAll('import.meta.BUNDLE_URL', 'import.meta.url')
      return { code: replaced, map: SAME_LINES }
    },
  },
}

/** Every program begins with the module by which stacks tell lines of the sources. */
const mapStacks = {
  name: 'map-stacks',
  transform: {
    filter: { id: ENTRIES.map((path) => join(ROOT, path)) },
    handler: (code) => ({ code: `import ${JSON.stringify(STACKS)};${code}`, map: SAME_LINES }),
  },
}

/** Their files are large and their lines are of no use to our readers: a map of all is read ten times as long. */
const leaveOthersUnmapped = {
  name: 'leave-others-unmapped',
  transform: { filter: { id: { exclude: OWN } }, handler: (code) => ({ code, map: { mappings: '' } }) },
}

/** An import of `node:http` reads all it exports, the client for WebSockets included, which loads all of undici: 33 ms and 12 MB a process. */
const leaveGettersAlone = {
  name: 'leave-getters-alone',
  resolveId: { filter: { id: /^(?:node:)?http$/ }, handler: () => '\0http.cjs' },
  load: { filter: { id: /^\0http\.cjs$/ }, handler: () => `module.exports = process.getBuiltinModule('node:http')` },
}

/** All of ours as it was read, whether or not anything of it was needed. */
function noteSources(read) {
  return {
    name: 'note-sources',
    transform: {
      filter: { id: OWN },
      handler(code, id) {
        read.set(nameOf(id), code)
      },
    },
  }
}

function nameOf(path) {
  return relative(ROOT, path).replaceAll(sep, '/')
}

if (!currentBundle(ROOT)) await build()
