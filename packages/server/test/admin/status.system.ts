import { expect, test } from 'vitest'
import { startProgram } from '../support/program.ts'
import { runAdmin } from './run-admin.ts'

type Status = { processes: object; warnings: { what: string }[] }

test('a running machine is seen through the socket of its database', async () => {
  const { dataDir } = await startProgram({ env: { API_PROCESSES: '2' } })
  const { code, output, errors } = await runAdmin({ DATA_DIR: dataDir }, ['status', '--json'])
  expect({ code, errors }).toEqual({ code: 0, errors: '' })
  const { processes, warnings } = JSON.parse(output) as Status
  expect(processes).toEqual({ api: 2, worker: 1 })
  expect(warnings.map(({ what }) => what)).toEqual(['No backup found.'])
})
