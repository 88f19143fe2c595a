// The commands as an operator runs them: in processes of their own, and to an object store.
import { randomUUID } from 'node:crypto'
import { access, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { describe, expect, onTestFinished, test } from 'vitest'
import { runAdmin } from '../admin/run-admin.ts'
import { PROGRAM_TEST } from '../support/program.ts'
import { contentOf, DONE, useEmptyInstallation, useFolder, useInstallation } from './installation.ts'

test('what cannot be done is said in one line', PROGRAM_TEST, async () => {
  const { env } = await useInstallation()
  const folder = await useFolder()
  const cases: [string[], number, RegExp][] = [
    [['backup', '/proc/nowhere/x'], 1, /^The folder \/proc\/nowhere\/x cannot be made \(ENOENT\)\.\n$/],
    [['backup', 's3:/bucket'], 2, /^An object store is named s3:\/\/bucket\/prefix\.\n$/],
    [['backup', join(folder, 'none'), '--verify'], 1, /^There is no backup at this place\. Name .*\n$/],
    [['restore', folder], 1, /^There is no backup at this place\. Name .*\n$/],
  ]
  for (const [words, code, errors] of cases)
    expect(await runAdmin(env, words), words.join(' ')).toMatchObject({ code, errors: expect.stringMatching(errors) })
  // A mistyped place leaves no half-made installation behind.
  const fresh = join(folder, 'fresh')
  expect(await runAdmin({ DATA_DIR: fresh }, ['restore', folder])).toMatchObject({ code: 1 })
  await expect(access(fresh)).rejects.toThrow()
})

const { S3_TEST_ENDPOINT, S3_TEST_ACCESS_KEY_ID, S3_TEST_SECRET_ACCESS_KEY } = process.env

describe.skipIf(!S3_TEST_ENDPOINT)('with a real object store', () => {
  test('a backup is made there, checked, and restored from it', PROGRAM_TEST, async () => {
    const bucket = `backup-${randomUUID()}`
    const credentials = { accessKeyId: S3_TEST_ACCESS_KEY_ID!, secretAccessKey: S3_TEST_SECRET_ACCESS_KEY! }
    const client = new S3Client({ region: 'us-east-1', forcePathStyle: true, endpoint: S3_TEST_ENDPOINT!, credentials })
    onTestFinished(() => client.destroy())
    await client.send(new CreateBucketCommand({ Bucket: bucket }))
    const s3 = {
      ...{ S3_ENDPOINT: S3_TEST_ENDPOINT, S3_PATH_STYLE: 'on' },
      ...{ AWS_ACCESS_KEY_ID: S3_TEST_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY: S3_TEST_SECRET_ACCESS_KEY },
    }
    const { url, env } = await useInstallation()
    const place = `s3://${bucket}/mailsift/monday`
    expect(await runAdmin({ ...env, ...s3 }, ['backup', place])).toMatchObject(DONE)
    expect(await runAdmin({ ...env, ...s3 }, ['backup', place, '--verify'])).toMatchObject(DONE)
    const target = await useEmptyInstallation()
    await mkdir(target.dataDir, { recursive: true })
    expect(await runAdmin({ ...target.env, ...s3 }, ['restore', place])).toMatchObject(DONE)
    expect((await contentOf(target.url))['public.users']).toEqual((await contentOf(url))['public.users'])
  })
})
