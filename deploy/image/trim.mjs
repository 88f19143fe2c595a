// Leaves in node_modules what the running service reaches from its workspaces by its dependencies: the lists that the engine's data was
// compiled from are no longer needed, and tools that npm installed as optional peers never were.
//   node deploy/image/trim.mjs <root of the installation>
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

const root = realpathSync(resolve(process.argv[2] ?? '.'))
const modules = join(root, 'node_modules')
const needed = new Set()
// The script for forms is made with it when the packages are installed, and only read afterwards.
const BUILD_ONLY = new Set(['rolldown'])
/** Folders of packages that serve their own development. */
const UNREAD_FOLDERS = [
  'test',
  'tests',
  '__tests__',
  'bench',
  'benchmark',
  'benchmarks',
  'doc',
  'docs',
  'example',
  'examples',
  '.github',
]

need(join(root, 'packages', 'server'))
const { optionalDependencies } = readPackage(root)
for (const name of Object.keys(optionalDependencies)) needOf(root, name)

const workspaces = readdirSync(join(root, 'packages')).map((name) => join(root, 'packages', name, 'node_modules'))
for (const folder of [modules, ...workspaces].filter((path) => existsSync(path)).flatMap(packagesIn)) {
  const real = realpathSync(folder)
  if (!needed.has(real)) rmSync(folder, { recursive: true })
  else if (real.startsWith(join(modules, '/')))
    for (const part of UNREAD_FOLDERS) rmSync(join(real, part), { recursive: true, force: true })
}
// Headers, manuals and, where there is a strip, the symbols of the Node that npm brought.
for (const name of Object.keys(optionalDependencies)) {
  for (const part of ['include', 'share']) rmSync(join(modules, name, part), { recursive: true, force: true })
  if (existsSync(join(modules, name))) spawnSync('strip', [join(modules, name, 'bin', 'node')])
}

// Files that no program reads: types, sources that Node does not load from packages, their maps, manuals.
removeUnread(modules)

/** Links lead to the workspaces, whose sources are what runs. */
function removeUnread(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) removeUnread(path)
    else if (
      entry.isFile() &&
      !/^(?:licen[cs]e|notice)/i.test(entry.name) &&
      /\.(?:[cm]?tsx?|map|md|markdown|flow)$/i.test(entry.name)
    )
      rmSync(path)
  }
}

function need(folder) {
  const real = realpathSync(folder)
  if (needed.has(real)) return
  needed.add(real)
  const {
    dependencies = {},
    optionalDependencies = {},
    peerDependencies = {},
    peerDependenciesMeta = {},
  } = readPackage(real)
  const peers = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional)
  for (const name of [...Object.keys(dependencies), ...Object.keys(optionalDependencies), ...peers])
    if (!BUILD_ONLY.has(name)) needOf(real, name)
}

/** As Node looks for it: in each folder above. An optional one for another machine is not there. */
function needOf(from, name) {
  for (let folder = from; ; folder = dirname(folder)) {
    const found = join(folder, 'node_modules', name)
    if (existsSync(join(found, 'package.json'))) return need(found)
    if (folder === dirname(folder)) return undefined
  }
}

function readPackage(folder) {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
}

function packagesIn(folder) {
  return readdirSync(folder)
    .filter((name) => !name.startsWith('.'))
    .flatMap((name) =>
      name.startsWith('@')
        ? readdirSync(join(folder, name)).map((inner) => join(folder, name, inner))
        : [join(folder, name)],
    )
}
