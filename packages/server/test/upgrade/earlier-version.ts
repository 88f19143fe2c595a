// An earlier version of the program, from the history of this repository, on the packages that are installed where they are those it was made for.
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, symlinkSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import { execFileSync } from '../../../../scripts/testing/programs.ts'

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))

/** The folder with it. */
export async function checkOut(commit: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'mailsift-earlier-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const archive = execFileSync('git', ['-C', ROOT, 'archive', commit], { maxBuffer: 2 ** 30 })
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  // Versions before the committed builds make theirs when they are installed.
  if (existsSync(join(folder, 'packages/engine/build/ensure.ts')) || needsOthers(folder)) {
    execFileSync('npm', ['ci', '--omit=dev', '--prefer-offline'], { cwd: folder })
    return folder
  }
  for (const name of readdirSync(join(folder, 'packages'))) {
    const installed = join(ROOT, 'packages', name, 'node_modules')
    if (existsSync(installed)) symlinkSync(installed, join(folder, 'packages', name, 'node_modules'))
  }
  linkPackages(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  return folder
}

/** Whether its server depends, directly or by other workspaces, on a package or a version that is not the one installed here. */
function needsOthers(folder: string, workspace = 'server'): boolean {
  const dependenciesIn = (root: string): Record<string, string> => {
    const path = join(root, 'packages', workspace, 'package.json')
    if (!existsSync(path)) return {}
    const { dependencies, devDependencies } = JSON.parse(readFileSync(path, 'utf8'))
    return { ...dependencies, ...devDependencies }
  }
  const here = dependenciesIn(ROOT)
  return Object.entries(dependenciesIn(folder)).some(
    ([name, version]) =>
      here[name] !== version || (name.startsWith('@mailsift/') && needsOthers(folder, name.split('/')[1])),
  )
}

/** Each package by a link, but its own workspaces as they are: relative links, which then lead to the earlier version. */
function linkPackages(from: string, to: string): void {
  mkdirSync(to)
  for (const name of readdirSync(from)) {
    const path = join(from, name)
    if (name === '@mailsift') linkPackages(path, join(to, name))
    else symlinkSync(lstatSync(path).isSymbolicLink() ? readlinkSync(path) : path, join(to, name))
  }
}
