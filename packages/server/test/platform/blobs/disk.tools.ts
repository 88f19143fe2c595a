import { join } from 'node:path'
import { expect, test } from 'vitest'
import { spawnSync } from '../../../../../scripts/testing/programs.ts'
import { inMounts } from '../../support/namespaces.ts'

test('a disk store that is full shows no part of an object, and goes on when there is space again', () => {
  const program = join(import.meta.dirname, 'full-disk.ts')
  const script = `mount -t tmpfs -o size=1m none /mnt && "${process.execPath}" "${program}" /mnt`
  const [command = '', ...args] = [...inMounts(), 'sh', '-c', script]
  const { stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' })
  expect(stderr).toBe('')
  expect(JSON.parse(stdout)).toEqual({
    whenFull: 'unavailable',
    cause: 'ENOSPC',
    visible: false,
    temporaryFiles: [],
    withSpaceAgain: 'stored',
  })
})
