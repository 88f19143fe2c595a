import type { IncomingHttpHeaders } from 'node:http'
import { AppError } from '../http/problem.ts'
import { uploadHeaders } from './blobs.ts'

/** §4.1: the PUT carries exactly the headers it was given, as an object store with signed headers demands too. */
export function checkUploadHeaders(headers: IncomingHttpHeaders, size: number): void {
  const expected = uploadHeaders(size)
  if (headers['content-length'] === undefined)
    throw new AppError('length_required', 'Send the file with Content-Length, without chunked encoding.')
  if (headers['content-length'] !== expected['Content-Length'])
    throw new AppError('upload_mismatch', `Content-Length must be ${size}, the size of the prepared upload.`)
  if (headers['content-type'] !== expected['Content-Type'])
    throw new AppError('unsupported_media_type', `Content-Type must be ${expected['Content-Type']}.`)
  if (headers['content-encoding'] !== undefined)
    throw new AppError('unsupported_media_type', 'Send the file without Content-Encoding.')
  if (headers['if-none-match'] !== expected['If-None-Match'])
    throw new AppError('invalid_request', 'If-None-Match must be *, because an upload cannot be overwritten.')
}
