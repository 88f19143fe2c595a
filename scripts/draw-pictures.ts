// npm run pictures: draws every page of the console, in all states, themes and widths, into pictures/, which Git ignores. Needs Chromium.
//   npm run pictures -- --docs   also refreshes the ones that the documents show, compressed by pngquant, in docs/console
import { spawnSync } from 'node:child_process'
import { copyFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'

const DRAWN = 'pictures'
const SHOWN = 'docs/console'

run(process.execPath, 'node_modules/vitest/vitest.mjs', 'run', '--mode', 'system', 'packages/console/test/pages')
if (process.argv[2] === '--docs')
  for (const name of readdirSync(SHOWN)) {
    copyFileSync(join(DRAWN, name), join(SHOWN, name))
    run('pngquant', '--strip', '--speed', '1', '--ext', '.png', '--force', join(SHOWN, name))
  }

function run(program: string, ...args: string[]): void {
  const { status, error } = spawnSync(program, args, { stdio: 'inherit', env: { ...process.env, PICTURES: DRAWN } })
  if (error) throw error
  if (status !== 0) process.exit(1)
}
