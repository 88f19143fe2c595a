// Opens the store that the configuration names.
import { join } from 'node:path'
import process from 'node:process'
import { systemClock } from '../clock.ts'
import { readSecrets } from '../secrets.ts'
import type { BlobStore } from './blobs.ts'
import { createDiskBlobs, type DiskBlobs } from './disk.ts'

/** Limits that no operator sets; tests have less time. */
export type BlobLimits = { uploadStallMs: number }

const BLOB_LIMITS: BlobLimits = { uploadStallMs: 30_000 }

/** The settings of docs/configuration.md that it reads. */
export type BlobSettings = {
  blobStore: string
  dataDir: string
  /** Ends in /v1. */
  baseUrl: string
  secret: string
  s3Region: string
  s3Endpoint: string
  s3PathStyle: boolean
  cdnUrl: string
  cdnKeyPairId: string
  cdnPrivateKey: string
}

/** The S3 client is large; an installation that stores on disk does not load it. */
export async function openBlobs(
  config: BlobSettings,
  { uploadStallMs }: BlobLimits = BLOB_LIMITS,
): Promise<BlobStore | DiskBlobs> {
  if (config.blobStore === 'disk')
    return createDiskBlobs({
      folder: join(config.dataDir, 'blobs'),
      linkBaseUrl: `${config.baseUrl}/files`,
      secrets: readSecrets(config.secret).map((secret) => Buffer.from(secret)),
      uploadStallMs,
    })
  // Credentials come from the environment or a profile. The SDK would also ask the address at which clouds answer for their
  // machines; that is used only where an operator says so, by setting the same variable to `false`.
  process.env.AWS_EC2_METADATA_DISABLED ??= 'true'
  const { createS3Blobs } = await import('./s3.ts')
  const { hostname: bucket, pathname } = new URL(config.blobStore)
  const prefix = pathname.split('/').filter(Boolean).join('/')
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
