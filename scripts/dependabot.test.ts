import { globSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { EARLIER_SNAPSHOT } from '../packages/engine/build/packages.ts'

type Update = {
  'package-ecosystem': string
  directory?: string
  directories?: string[]
  ignore?: { 'dependency-name': string }[]
  groups?: Record<string, object>
}

const { updates } = parse(readFileSync('.github/dependabot.yml', 'utf8')) as { updates: Update[] }
const npm = updates.filter((update) => update['package-ecosystem'] === 'npm')

test('every lock file is kept up to date', () => {
  const locks = globSync('**/package-lock.json', { exclude: ['**/node_modules/**', '.*/**'] })
  const folders = locks.map((path) => `/${dirname(path)}`.replace(/^\/\.$/, '/'))
  const watched = npm.flatMap(({ directory, directories = [directory!] }) => directories)
  expect(watched.toSorted()).toEqual(folders.toSorted())
})

test('the packages of the engine’s data are updated together, and the earlier snapshot never', () => {
  const data = npm.find(({ directory }) => directory === '/packages/engine/build')!
  expect(data.groups).toEqual({ 'engine-data': { patterns: ['*'] } })
  expect(data.ignore).toEqual([{ 'dependency-name': EARLIER_SNAPSHOT }])
})
