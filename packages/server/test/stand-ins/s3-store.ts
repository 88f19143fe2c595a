// A real object store, which scripts/ceph-rgw.sh starts or an operator has: the tests get its address by the environment.
import { randomUUID } from 'node:crypto'
import process from 'node:process'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'

function required(name: string): string {
  const value = process.env[name]
  if (value) return value
  throw new Error(`This test needs an object store: set ${name}, or run scripts/ceph-rgw.sh npm run test:s3`)
}

export const S3_STORE = {
  endpoint: required('S3_TEST_ENDPOINT'),
  credentials: {
    accessKeyId: required('S3_TEST_ACCESS_KEY_ID'),
    secretAccessKey: required('S3_TEST_SECRET_ACCESS_KEY'),
  },
}

/** The settings of a service that stores its files there. */
export const S3_SETTINGS = {
  S3_ENDPOINT: S3_STORE.endpoint,
  S3_PATH_STYLE: 'on',
  AWS_ACCESS_KEY_ID: S3_STORE.credentials.accessKeyId,
  AWS_SECRET_ACCESS_KEY: S3_STORE.credentials.secretAccessKey,
} satisfies NodeJS.ProcessEnv

export function openStore(): S3Client {
  return new S3Client({ region: 'us-east-1', forcePathStyle: true, ...S3_STORE })
}

/** Returns the name of a new bucket. */
export async function makeBucket(prefix: string): Promise<string> {
  const bucket = `${prefix}-${randomUUID()}`
  const client = openStore()
  await client.send(new CreateBucketCommand({ Bucket: bucket }))
  client.destroy()
  return bucket
}
