import { expect, test } from 'vitest'
import { runAdmin } from '../admin/run-admin.ts'
import { inMounts } from '../support/namespaces.ts'
import { useFolder, useLargeTable } from './installation.ts'

/** Its own disk, which only processes of this call see. */
const SMALL_DISK = [
  'sh',
  '-c',
  'mount -t tmpfs -o size=200k none "$PLACE" && "$@"; code=$?; ls "$PLACE/objects" >&2; exit $code',
  'sh',
]

test('a backup onto a disk that fills up says so and has no manifest', async () => {
  const { env } = await useLargeTable()
  const place = await useFolder()
  const full = await runAdmin({ ...env, PLACE: place }, ['backup', place], '', {
    within: [...inMounts(), ...SMALL_DISK],
  })
  expect(full.code).toBe(1)
  const lines = full.errors.trimEnd().split('\n')
  expect(lines).toContain('The disk is full (ENOSPC). Free up space, then run the same command again.')
  expect(lines.slice(-3)).toEqual(['database', 'files', 'started.json'])
})
