import { mkdir } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { runAdmin } from '../admin/run-admin.ts'
import { makeBucket, S3_SETTINGS } from '../stand-ins/s3-store.ts'
import { contentOf, DONE, useEmptyInstallation, useInstallation } from './installation.ts'

test('a backup is made in an object store, checked, and restored from it', async () => {
  const bucket = await makeBucket('backup')
  const { url, env } = await useInstallation()
  const place = `s3://${bucket}/mailsift/monday`
  expect(await runAdmin({ ...env, ...S3_SETTINGS }, ['backup', place])).toMatchObject(DONE)
  expect(await runAdmin({ ...env, ...S3_SETTINGS }, ['backup', place, '--verify'])).toMatchObject(DONE)
  const target = await useEmptyInstallation()
  await mkdir(target.dataDir, { recursive: true })
  expect(await runAdmin({ ...target.env, ...S3_SETTINGS }, ['restore', place])).toMatchObject(DONE)
  expect((await contentOf(target.url))['public.accounts']).toEqual((await contentOf(url))['public.accounts'])
})
