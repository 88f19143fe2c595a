import { type Static, Type } from 'typebox'
import { Uuid, UuidInput } from './ids.ts'
import {
  FILENAME_MAX_CHARACTERS,
  FILENAME_MIN_CHARACTERS,
  UNCLAIMED_UPLOADS_MAX_COUNT,
  UPLOAD_MAX_BYTES,
  UPLOAD_MIN_BYTES,
} from './limits.ts'
import { dateTime, oneOf, strict, uri } from './schema.ts'

/** §4.1 */
export const PrepareUploadBody = strict({
  filename: Type.String({
    minLength: FILENAME_MIN_CHARACTERS,
    maxLength: FILENAME_MAX_CHARACTERS,
    pattern: '^[^\\u0000-\\u001f\\u007f/\\\\]*$',
    description: 'No directory part and no control characters.',
  }),
  size_bytes: Type.Integer({
    minimum: UPLOAD_MIN_BYTES,
    maximum: UPLOAD_MAX_BYTES,
    description: 'The exact size of the file.',
  }),
})
export type PrepareUploadBody = Static<typeof PrepareUploadBody>

/** §2.7: PUT the exact bytes to `upload_url`, with exactly these headers, within 15 minutes. */
export const PreparedUpload = strict({
  upload_id: Uuid,
  upload_url: uri(),
  headers: strict({
    'Content-Type': oneOf(['text/csv']),
    'Content-Length': Type.String({ pattern: '^[1-9][0-9]*$' }),
    'If-None-Match': oneOf(['*']),
  }),
  expires_at: dateTime('Time by which the PUT must be complete.'),
})
export type PreparedUpload = Static<typeof PreparedUpload>

/** Outside of the contract: an upload that was prepared but neither submitted nor expired. */
export const PendingUpload = strict({
  id: Uuid,
  filename: Type.String(),
  size_bytes: Type.Integer({ minimum: UPLOAD_MIN_BYTES, maximum: UPLOAD_MAX_BYTES }),
  created_at: dateTime(),
  expires_at: dateTime('Time at which it expires if it is not submitted.'),
})
export type PendingUpload = Static<typeof PendingUpload>

export const PendingUploadList = strict({
  items: Type.Array(PendingUpload, { maxItems: UNCLAIMED_UPLOADS_MAX_COUNT, description: 'Oldest first.' }),
})
export type PendingUploadList = Static<typeof PendingUploadList>

export const UploadParams = strict({ uploadId: UuidInput })
