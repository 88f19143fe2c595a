import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeDataDir, startProgram } from '../support/program.ts'

test('a service that asks others says at its start how to tell them who runs it, once', async () => {
  const [silent, named] = await Promise.all([
    startProgram({ sharedDatabase: true, env: { ENRICHMENT: 'on' } }),
    startProgram({ sharedDatabase: true, env: { ENRICHMENT: 'on', OPERATOR_CONTACT: 'https://mail.test/about' } }),
  ])
  expect(silent.output().match(/OPERATOR_CONTACT=\S+@/g)).toHaveLength(1)
  expect(named.output()).not.toContain('OPERATOR_CONTACT')
})

test('two instances run side by side, from folders of any name, also one too long for a socket', async () => {
  const parent = join(await makeDataDir(), '..')
  const long = join(parent, 'with space', 'ünïcödé, "田中" \'n', 'x'.repeat(120))
  await mkdir(long, { recursive: true })
  const [one, two] = await Promise.all([
    startProgram({ dataDir: join(long, 'data') }),
    startProgram({ dataDir: join(parent, `a, "b" 'c'`) }),
  ])
  expect(one.output()).toContain(one.dataDir)
  for (const { origin } of [one, two]) expect((await fetch(`${origin}/readyz`)).status).toBe(200)
})
