// Where the fleet keeps its files: a real S3 server if there is one (scripts/ceph-rgw.sh), else a folder that all nodes share.
import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { onTestFinished } from 'vitest'
import type { BlobStore } from '../../src/platform/blobs/blobs.ts'
import { createDiskBlobs } from '../../src/platform/blobs/disk.ts'
import { createS3Blobs } from '../../src/platform/blobs/s3.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { useLine } from '../support/line.ts'

const { S3_TEST_ENDPOINT, S3_TEST_ACCESS_KEY_ID, S3_TEST_SECRET_ACCESS_KEY } = process.env
const SILENT_MS = 6_000

export type FleetStore = {
  /** For every node. */
  env: NodeJS.ProcessEnv
  open(): BlobStore
  faults: [string, () => Promise<void>][]
}

export async function useStore(dataDir: string, secret: string): Promise<FleetStore> {
  return S3_TEST_ENDPOINT ? objectStore(S3_TEST_ENDPOINT, dataDir) : sharedFolder(dataDir, secret)
}

function sharedFolder(dataDir: string, secret: string): FleetStore {
  const options = { folder: join(dataDir, 'blobs'), linkBaseUrl: '', secrets: [Buffer.from(secret)], uploadStallMs: 0 }
  return { env: {}, open: () => createDiskBlobs(options), faults: [] }
}

async function objectStore(endpoint: string, dataDir: string): Promise<FleetStore> {
  const { hostname, port } = new URL(endpoint)
  const line = await useLine(() => connect(Number(port), hostname))
  const url = `http://127.0.0.1:${line.port}`
  const bucket = `fleet-${randomUUID()}`
  const credentials = { accessKeyId: S3_TEST_ACCESS_KEY_ID!, secretAccessKey: S3_TEST_SECRET_ACCESS_KEY! }
  const server = { region: 'us-east-1', endpoint: url, forcePathStyle: true, credentials }
  const client = new S3Client(server)
  await client.send(new CreateBucketCommand({ Bucket: bucket }))
  client.destroy()
  const breakConnections = () => {
    line.cut()
    line.state = 'whole'
  }
  return {
    env: {
      BLOBS: `s3://${bucket}/mailsift`,
      S3_ENDPOINT: url,
      S3_PATH_STYLE: 'on',
      AWS_ACCESS_KEY_ID: credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    },
    open() {
      const blobs = createS3Blobs({ ...server, bucket, prefix: 'mailsift/', spoolFolder: dataDir, clock: systemClock })
      onTestFinished(() => blobs.close())
      return blobs
    },
    faults: [
      [
        `the object store is silent for ${SILENT_MS / 1_000} s`,
        async () => {
          line.state = 'silent'
          await sleep(SILENT_MS)
          breakConnections()
        },
      ],
      ['connections to the object store break', async () => breakConnections()],
    ],
  }
}
