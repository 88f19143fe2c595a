import { blobStore, databaseUrl, integer, onOff, text, url } from '../parsers.ts'
import { setting } from '../setting.ts'

export const STORAGE = {
  dataDir: setting(
    'DATA_DIR',
    text,
    './data',
    'Folder for the embedded database, stored files, secrets and the first token.',
  ),
  databaseUrl: setting(
    'DATABASE_URL',
    databaseUrl,
    '',
    'URL of an external PostgreSQL 14 or later, instead of the embedded one. With several hosts, separated by commas, the writable one is used.',
    { shown: 'embedded', secret: true },
  ),
  databaseDirectUrl: setting(
    'DATABASE_DIRECT_URL',
    databaseUrl,
    '',
    'If `DATABASE_URL` points to a transaction pooler (PgBouncer): direct URL of the same database, for LISTEN, locks and migrations.',
    { shown: '`DATABASE_URL`', secret: true },
  ),
  databaseConnections: setting(
    'DATABASE_CONNECTIONS',
    integer(2, 500),
    10,
    'Maximum number of database connections per process.',
  ),
  blobStore: setting('BLOBS', blobStore, 'disk', 'Storage of uploads and exports: `disk` or `s3://bucket/prefix`.'),
  s3Region: setting('S3_REGION', text, 'us-east-1', 'Region of the bucket.'),
  s3Endpoint: setting('S3_ENDPOINT', url('https:', 'http:'), '', 'URL of an S3-compatible store other than Amazon.', {
    shown: 'Amazon',
  }),
  s3PathStyle: setting(
    'S3_PATH_STYLE',
    onOff,
    false,
    'Put the bucket name into the path, as most other stores require.',
  ),
  cdnUrl: setting('CDN_URL', url('https:'), '', 'CloudFront URL for downloads.', { shown: 'none' }),
  cdnKeyPairId: setting('CDN_KEY_PAIR_ID', text, '', 'Id of the key for CloudFront links.', { shown: 'none' }),
  cdnPrivateKey: setting('CDN_PRIVATE_KEY', text, '', 'The key for CloudFront links, as PEM.', {
    shown: 'none',
    secret: true,
  }),
  storageMaxBytes: setting(
    'STORAGE_MAX_BYTES',
    integer(0, Number.MAX_SAFE_INTEGER),
    20 * 1024 ** 3,
    'Storage limit of an account, in bytes, for uploads and exports.',
  ),
  freeSpaceMinBytes: setting(
    'FREE_SPACE_MIN_BYTES',
    integer(0, Number.MAX_SAFE_INTEGER),
    1024 ** 3,
    'If the disk of the data folder has less free space than this, in bytes, new files and bulk submissions get 503.',
  ),
}
