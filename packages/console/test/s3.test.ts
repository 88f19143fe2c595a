// The console with an object store that browsers reach directly.
// Runs against a real server: scripts/ceph-rgw.sh npx vitest run packages/console/test/s3.test.ts
import { randomUUID } from 'node:crypto'
import process from 'node:process'
import { CreateBucketCommand, PutBucketCorsCommand, S3Client } from '@aws-sdk/client-s3'
import { expect, test } from 'vitest'
import { cleanFile, describeProgramInBrowser } from './browser.ts'

const { S3_TEST_ENDPOINT, S3_TEST_ACCESS_KEY_ID, S3_TEST_SECRET_ACCESS_KEY } = process.env
const bucket = `console-${randomUUID()}`

function openStore(): S3Client {
  const credentials = { accessKeyId: S3_TEST_ACCESS_KEY_ID!, secretAccessKey: S3_TEST_SECRET_ACCESS_KEY! }
  return new S3Client({ region: 'us-east-1', forcePathStyle: true, endpoint: S3_TEST_ENDPOINT!, credentials })
}

describeProgramInBrowser(
  async () => {
    const store = openStore()
    await store.send(new CreateBucketCommand({ Bucket: bucket }))
    store.destroy()
    return {
      BLOBS: `s3://${bucket}/mailsift`,
      S3_ENDPOINT: S3_TEST_ENDPOINT,
      S3_PATH_STYLE: 'on',
      AWS_ACCESS_KEY_ID: S3_TEST_ACCESS_KEY_ID,
      AWS_SECRET_ACCESS_KEY: S3_TEST_SECRET_ACCESS_KEY,
    }
  },
  (it) => {
    const complaint = async () => {
      const readiness = (await (await fetch(`${it.origin}/readyz`)).json()) as {
        status: string
        bucket?: string
      }
      expect(readiness.status).toBe('ready')
      return readiness.bucket
    }

    test('the policy of the page names the bucket, and nothing else beside the service', async () => {
      const page = await fetch(`${it.origin}/`)
      expect(page.headers.get('content-security-policy')).toContain(`connect-src 'self' ${S3_TEST_ENDPOINT};`)
    })

    test('a bucket without a CORS rule is told by readyz with the remedy, until it has one', async () => {
      await expect.poll(complaint, { timeout: 20_000 }).toContain(`from ${it.origin} in its CORS rules`)
      const store = openStore()
      await store.send(
        new PutBucketCorsCommand({
          Bucket: bucket,
          CORSConfiguration: {
            CORSRules: [
              {
                AllowedOrigins: [it.origin],
                AllowedMethods: ['GET', 'PUT'],
                AllowedHeaders: ['content-type', 'if-none-match'],
              },
            ],
          },
        }),
      )
      store.destroy()
      await expect.poll(complaint, { timeout: 30_000 }).toBeUndefined()
    })

    test('a list goes from the browser to the bucket, and its results come back from there', async () => {
      const { page } = it
      const asked = new Set<string>()
      page.on(
        'request',
        (request) => void (request.url().startsWith('http') && asked.add(new URL(request.url()).origin)),
      )
      const list = Buffer.from('Name,Email\nAnn Lee,ann.lee@contoso.com\n')
      expect(await cleanFile(page, 'bucket.csv', list)).toBe(
        'Name,Email,status,reason,suggestion\nAnn Lee,ann.lee@contoso.com,safe,ok,\n',
      )
      expect([...asked].sort()).toEqual([it.origin, S3_TEST_ENDPOINT].sort())
    })
  },
  S3_TEST_ENDPOINT !== undefined,
)
