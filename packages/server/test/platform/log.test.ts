import { expect, test } from 'vitest'
import { spawnSync } from '../../../../scripts/testing/programs.ts'

const LOG = new URL('../../src/platform/log.ts', import.meta.url).href

test.each([
  ['pretty', /^\[\d\d:\d\d:\d\d\.\d{3}\] INFO: api: a line \{"id":1\}\n$/],
  ['json', /^\{"level":30,"time":"[^"]+","role":"api","pid":\d+,"id":1,"msg":"a line"\}\n$/],
])('a line of a %s log is written even if the process ends at once', (format, line) => {
  const program = `import { createLog } from '${LOG}'
    createLog({ level: 'info', format: '${format}', role: 'api' }).info({ id: 1 }, 'a line')
    process.exit(7)`
  const { stdout, status } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' })
  expect(status).toBe(7)
  expect(stdout).toMatch(line)
})
