// Installs packages that only some commands need: node scripts/install-extra.mjs <folder>…
// Each folder has its own lock file outside the workspaces, so npm ci in the root brings none of them.
import { spawnSync } from 'node:child_process'
import { copyFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'

for (const folder of process.argv.slice(2)) {
  const lock = join(folder, 'package-lock.json')
  const installed = join(folder, 'node_modules', '.installed-lock.json')
  if (textOf(installed) === textOf(lock)) continue
  console.log(`Installing the packages of ${folder} …`)
  const { status } = spawnSync('npm', ['ci', '--prefix', folder, '--loglevel=error', '--no-audit', '--no-fund'], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  if (status !== 0) process.exit(1)
  copyFileSync(lock, installed)
}

function textOf(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
