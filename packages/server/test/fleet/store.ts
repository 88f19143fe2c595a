// Where the fleet keeps its files: a real S3 server if there is one (scripts/ceph-rgw.sh), else one in the memory of this process.
import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { onTestFinished } from 'vitest'
import type { BlobStore } from '../../src/platform/blobs/blobs.ts'
import { createS3Blobs } from '../../src/platform/blobs/s3.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { useObjectStore } from '../stand-ins/object-store.ts'
import { type Line, useLine } from '../support/line.ts'

const { S3_TEST_ENDPOINT, S3_TEST_ACCESS_KEY_ID, S3_TEST_SECRET_ACCESS_KEY } = process.env
const SILENT_MS = 6_000

export type FleetStore = {
  /** For every node. */
  env: NodeJS.ProcessEnv
  open(): BlobStore
  line: Line
  faults: [string, () => Promise<void>][]
}

export async function useStore(dataDir: string): Promise<FleetStore> {
  const endpoint = S3_TEST_ENDPOINT ?? `http://127.0.0.1:${(await useObjectStore()).port}`
  const { hostname, port } = new URL(endpoint)
  const line = await useLine(() => connect(Number(port), hostname))
  const url = `http://127.0.0.1:${line.port}`
  const bucket = `fleet-${randomUUID()}`
  const credentials = {
    accessKeyId: S3_TEST_ACCESS_KEY_ID ?? 'test',
    secretAccessKey: S3_TEST_SECRET_ACCESS_KEY ?? 'test',
  }
  const server = { region: 'us-east-1', endpoint: url, forcePathStyle: true, credentials }
  const client = new S3Client(server)
  await client.send(new CreateBucketCommand({ Bucket: bucket }))
  client.destroy()
  const breakConnections = () => {
    line.cut()
    line.state = 'whole'
  }
  return {
    line,
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
          // Fixed time: the length of the fault.
          await sleep(SILENT_MS)
          breakConnections()
        },
      ],
      ['connections to the object store break', async () => breakConnections()],
      ['connections to the object store are half-open', async () => line.stallAll()],
      ['connections to the object store drip', async () => line.dripAll()],
    ],
  }
}
