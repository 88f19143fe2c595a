import type { Socket } from 'node:net'
import { REQUEST_ID_HEADER } from '@mailsift/contract'
import { uuidv7 } from '../../ids.ts'
import { AppError, problemOf } from '../problem.ts'

export const HEADERS_MAX_BYTES = 16 * 1024

/** Bytes that are not even HTTP still get a problem as their answer, with an id made for it. */
export function refuseMalformedHttp(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy()
    return
  }
  const refusal =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? new AppError('headers_too_large', `The headers are larger than ${HEADERS_MAX_BYTES} bytes.`)
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? new AppError('request_timeout', 'The request did not arrive in time.')
        : new AppError('invalid_request', 'The request is not valid HTTP.')
  const requestId = uuidv7()
  const body = JSON.stringify(problemOf(refusal, requestId, '/docs'))
  socket.end(
    `HTTP/1.1 ${refusal.statusCode} Refused\r\n${REQUEST_ID_HEADER}: ${requestId}\r\ncontent-type: application/problem+json\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  )
}
