// Packages that only some commands need. Each of these folders has its own lock file outside the workspaces, so npm ci in the root brings
// none of them. A script of package.json names those it needs: node scripts/install-extra.mjs <folder>… && …
// Plain JavaScript, because it also runs before npm ci and on older versions of Node.
import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))
export const EXTRA_FOLDERS = [
  'ci',
  'ci/clients',
  'examples/sign-up',
  'integrations/n8n',
  'packages/console',
  'packages/duckdb',
  'packages/engine/build',
  'packages/help',
]

/** Whether the packages of a folder are those of its lock file. An install that broke off or is older does not count. */
export function isInstalled(folder) {
  const lock = textOf(lockOf(folder))
  return lock !== undefined && textOf(installedLockOf(folder)) === lock
}

export function installExtra(folders) {
  for (const folder of folders.filter((each) => !isInstalled(each))) {
    if (!existsSync(lockOf(folder))) exit(`${folder} has no lock file. Folders to install: ${EXTRA_FOLDERS.join(' ')}`)
    console.log(`Installing the packages of ${folder} …`)
    const { status } = spawnSync('npm', ['ci', '--prefix', folder, '--loglevel=error', '--no-audit', '--no-fund'], {
      cwd: ROOT,
      stdio: 'inherit',
      shell: process.platform === 'win32',
    })
    if (status !== 0) exit(`The packages of ${folder} could not be installed.`)
    copyFileSync(lockOf(folder), installedLockOf(folder))
  }
}

/** npm writes this file when an install is complete. */
export function requirePackages() {
  if (!existsSync(join(ROOT, 'node_modules', '.package-lock.json'))) exit('Run npm ci first.')
}

function exit(reason) {
  console.error(reason)
  process.exit(1)
}

function lockOf(folder) {
  return join(ROOT, folder, 'package-lock.json')
}

/** npm ci removes it with all other files before it installs. */
function installedLockOf(folder) {
  return join(ROOT, folder, 'node_modules', '.installed-lock.json')
}

function textOf(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
