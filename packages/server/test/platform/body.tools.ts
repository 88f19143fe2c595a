import { promisify } from 'node:util'
import { Type } from 'typebox'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { execFile } from '../../../../scripts/testing/programs.ts'
import { AppError } from '../../src/platform/http/problem.ts'
import { createHttp, type Http } from '../../src/platform/http/server.ts'
import { createMetrics } from '../../src/platform/metrics/metrics.ts'
import { silentLog } from '../support/database.ts'

const LIMIT = 1024 * 1024
const LARGE = 10 * LIMIT

let http: Http
let port: number
beforeAll(async () => {
  http = createHttp({ log: silentLog, metrics: createMetrics(), docsUrl: '', trustProxy: false, https: false })
  const open = { config: { access: 'public' as const }, bodyLimit: LIMIT }
  const body = Type.Object({ text: Type.String() }, { additionalProperties: false })
  http.post('/echo', { ...open, schema: { body } }, () => 'never')
  const refusing = (code: 'unauthenticated' | 'write_permission_required') => ({
    ...open,
    onRequest: async () => {
      throw new AppError(code, 'No.')
    },
  })
  http.post('/401', refusing('unauthenticated'), () => 'never')
  http.post('/403', refusing('write_permission_required'), () => 'never')
  await http.listen({ host: '127.0.0.1', port: 0 })
  port = (http.server.address() as { port: number }).port
})
afterAll(() => http.close())

test.each([
  ['/401', 401],
  ['/403', 403],
  ['/echo', 413],
] as const)(
  'a refusal reaches a client of Python that is still sending a large body, POST %s: %d',
  async (path, status) => {
    const program = `
import http.client, urllib.request, urllib.error, sys
body = b' ' * ${LARGE}
kept = http.client.HTTPConnection('127.0.0.1', ${port})
kept.request('POST', '${path}', body, {'content-type': 'application/json'})
print(kept.getresponse().status)
try:
    urllib.request.urlopen(urllib.request.Request('http://127.0.0.1:${port}${path}', body, {'content-type': 'application/json'}))
except urllib.error.HTTPError as error:
    print(error.code)
`
    const { stdout } = await promisify(execFile)('python3', ['-c', program])
    expect(stdout.trim().split('\n')).toEqual([String(status), String(status)])
  },
)
