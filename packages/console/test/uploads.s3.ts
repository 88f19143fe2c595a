// The console with an object store that browsers access directly. Needs a real server: scripts/ceph-rgw.sh npm run
// test:s3
import { PutBucketCorsCommand } from '@aws-sdk/client-s3'
import { expect, test } from 'vitest'
import { makeBucket, openStore, S3_SETTINGS, S3_STORE } from '../../server/test/stand-ins/s3-store.ts'
import { cleanFile, describeProgramInBrowser } from './browser.ts'

let bucket: string

describeProgramInBrowser(
  async () => {
    bucket = await makeBucket('console')
    return { BLOBS: `s3://${bucket}/mailsift`, ...S3_SETTINGS }
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

    test("the page's content security policy allows the bucket, and no other origin besides the service", async () => {
      const page = await fetch(`${it.origin}/`)
      expect(page.headers.get('content-security-policy')).toContain(`connect-src 'self' ${S3_STORE.endpoint};`)
    })

    test('readyz reports a bucket without a CORS rule, with the fix, until it has one', async () => {
      await expect.poll(complaint).toContain(`from ${it.origin} in its CORS rules`)
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
      await expect.poll(complaint).toBeUndefined()
    })

    test('a list is uploaded from the browser to the bucket, and its results are downloaded from there', async () => {
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
      expect([...asked].sort()).toEqual([it.origin, S3_STORE.endpoint].sort())
    })
  },
)
