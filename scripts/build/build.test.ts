// The committed parts against their sources, with the guard as the example, which needs no extra packages.
import { cp, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { makeProject } from './test-project.ts'

const SOURCE = 'packages/guard/src/script.ts'
const SAYING = (word: string) => ({ [SOURCE]: `document.title = '${word}'` })
const build = (...options: string[]) => ['scripts/build/build.ts', ...options, 'guard']
vi.setConfig({ testTimeout: 120_000 })

test('the check passes for a build of the present sources, and names each file that differs', async () => {
  const project = await makeProject(SAYING('one'))
  await project.run(...build())
  expect(await project.run(...build('--check'))).toMatchObject({ code: 0, errors: '' })
  await project.write(SOURCE, SAYING('two')[SOURCE]!)
  const changed = await project.run(...build('--check'))
  expect(changed.code).toBe(1)
  expect(changed.errors).toContain('guard.js\n')
  await project.write(SOURCE, SAYING('one')[SOURCE]!)
  await project.write('packages/guard/dist/extra.js', '')
  expect((await project.run(...build('--check'))).errors).toContain('extra.js\n')
})

test('a build can be read by every user', async () => {
  const project = await makeProject(SAYING('one'))
  await project.run(...build())
  expect((await stat(join(project.root, 'packages/guard/dist'))).mode & 0o777).toBe(0o755)
})

test('two builds in different folders give the same bytes', async () => {
  const [one, other] = await Promise.all([makeProject(SAYING('one')), makeProject(SAYING('one'))])
  await Promise.all([one.run(...build()), other.run(...build())])
  await cp(join(one.root, 'packages/guard/dist'), join(other.root, 'packages/guard/dist'), {
    recursive: true,
    force: true,
  })
  expect(await other.run(...build('--check'))).toMatchObject({ code: 0 })
})
