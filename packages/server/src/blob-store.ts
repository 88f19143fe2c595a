// Opens the store that the configuration names.
import { join } from 'node:path'
import type { Config } from './config.ts'
import type { BlobStore } from './platform/blobs/blobs.ts'
import { createDiskBlobs, type DiskBlobs } from './platform/blobs/disk.ts'
import { systemClock } from './platform/clock.ts'

/** What is no setting of an operator; tests have less time. */
export type BlobLimits = { uploadStallMs: number }

export const BLOB_LIMITS: BlobLimits = { uploadStallMs: 30_000 }

/** The S3 client is large; an installation that stores on disk does not load it. */
export async function openBlobs(
  config: Config,
  { uploadStallMs }: BlobLimits = BLOB_LIMITS,
): Promise<BlobStore | DiskBlobs> {
  if (config.blobStore === 'disk')
    return createDiskBlobs({
      folder: join(config.dataDir, 'blobs'),
      linkBaseUrl: `${config.baseUrl}/files`,
      secret: Buffer.from(config.secret),
      uploadStallMs,
    })
  const { createS3Blobs } = await import('./platform/blobs/s3.ts')
  const { hostname: bucket, pathname } = new URL(config.blobStore)
  const prefix = pathname.replace(/^\/+|\/+$/g, '')
  return createS3Blobs({
    bucket,
    prefix: prefix && `${prefix}/`,
    region: config.s3Region,
    endpoint: config.s3Endpoint || undefined,
    forcePathStyle: config.s3PathStyle,
    cdn: config.cdnUrl
      ? { baseUrl: config.cdnUrl, keyPairId: config.cdnKeyPairId, privateKey: config.cdnPrivateKey }
      : undefined,
    spoolFolder: join(config.dataDir, 'spool'),
    clock: systemClock,
  })
}
