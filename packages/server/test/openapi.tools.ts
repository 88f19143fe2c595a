import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { importFromCi } from '../../../ci/installed.ts'

type Problem = { ruleId: string; message: string; location: { pointer?: string }[] }
type Redocly = {
  loadConfig(options: { configPath: string }): Promise<object>
  lintFromString(options: { source: string; absoluteRef: string; config: object }): Promise<Problem[]>
}

const text = readFileSync(new URL('../../../openapi.json', import.meta.url), 'utf8')

test('the linter has nothing to say about openapi.json', async () => {
  const { lintFromString, loadConfig } = await importFromCi<Redocly>('@redocly/openapi-core')
  const config = await loadConfig({ configPath: fileURLToPath(new URL('../../../redocly.yaml', import.meta.url)) })
  const problems = await lintFromString({ source: text, absoluteRef: 'openapi.json', config })
  expect(problems.map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer} ${message}`)).toEqual([])
})
