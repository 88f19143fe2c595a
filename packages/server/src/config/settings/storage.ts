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
    'An outside PostgreSQL 14 or later instead of the embedded one. Several hosts, separated by commas: the one that can be written to is used.',
    { shown: 'embedded', secret: true },
  ),
  databaseDirectUrl: setting(
    'DATABASE_DIRECT_URL',
    databaseUrl,
    '',
    'Where `DATABASE_URL` leads to a pooler that shares sessions between transactions (PgBouncer): the same database without it, for listening, locks and migrations.',
    { shown: '`DATABASE_URL`', secret: true },
  ),
  databaseConnections: setting(
    'DATABASE_CONNECTIONS',
    integer(2, 500),
    10,
    'Connections to the database that each process may open.',
  ),
  blobStore: setting(
    'BLOBS',
    blobStore,
    'disk',
    'Where uploads and exports are kept: `disk`, or `s3://bucket/prefix`.',
  ),
  s3Region: setting('S3_REGION', text, 'us-east-1', 'Region of the bucket.'),
  s3Endpoint: setting('S3_ENDPOINT', url('https:', 'http:'), '', "Address of an S3 store other than Amazon's.", {
    shown: 'Amazon',
  }),
  s3PathStyle: setting(
    'S3_PATH_STYLE',
    onOff,
    false,
    'Whether the bucket name is part of the path, as most other stores require.',
  ),
  cdnUrl: setting('CDN_URL', url('https:'), '', 'CloudFront address that downloads go through.', { shown: 'none' }),
  cdnKeyPairId: setting('CDN_KEY_PAIR_ID', text, '', 'Id of the key that signs CloudFront links.', { shown: 'none' }),
  cdnPrivateKey: setting('CDN_PRIVATE_KEY', text, '', 'The key itself, as PEM.', { shown: 'none', secret: true }),
  storageMaxBytes: setting(
    'STORAGE_MAX_BYTES',
    integer(0, Number.MAX_SAFE_INTEGER),
    20 * 1024 ** 3,
    'Bytes that the uploads and exports of one account may take.',
  ),
  freeSpaceMinBytes: setting(
    'FREE_SPACE_MIN_BYTES',
    integer(0, Number.MAX_SAFE_INTEGER),
    1024 ** 3,
    'With less than this free on the disk of the data folder, new files and bulk submissions are answered 503.',
  ),
}
