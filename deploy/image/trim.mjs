// Removes from node_modules what no running service reads: headers and manuals of Node, types, maps and documents of packages.
//   node deploy/image/trim.mjs <root of the installation>
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = realpathSync(resolve(process.argv[2] ?? '.'))
const modules = join(root, 'node_modules')
const { optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

for (const name of Object.keys(optionalDependencies)) {
  for (const part of ['include', 'share']) rmSync(join(modules, name, part), { recursive: true, force: true })
  // Where there is a strip, the symbols go too.
  if (existsSync(join(modules, name))) spawnSync('strip', [join(modules, name, 'bin', 'node')])
}
removeUnread(modules)

/** Links lead to the workspaces, which stay whole. */
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
