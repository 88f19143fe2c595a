import type { PendingUpload, PendingUploadList } from '@mailsift/contract'
import { type CallOptions, type Connection, send } from './connection.ts'

export type Uploads = {
  /** Uploads that were prepared and not submitted, oldest first. An account can have three; each expires after an hour. */
  list(options?: CallOptions): Promise<PendingUpload[]>
  /** Makes room for another upload. One that was submitted throws an ApiError with the code `upload_claimed`. */
  discard(uploadId: string, options?: CallOptions): Promise<void>
}

export function uploads(beside: Connection): Uploads {
  const path = '/account/uploads'
  return {
    list: async ({ signal } = {}) => (await send<PendingUploadList>(beside, { path, signal })).items,
    discard: (uploadId, { signal } = {}) =>
      send(beside, { method: 'DELETE', path: `${path}/${encodeURIComponent(uploadId)}`, signal }),
  }
}
