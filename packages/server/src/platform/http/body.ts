// How bodies come in: within a size and a time, and the large ones few at a time.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyRequest, preParsingHookHandler } from 'fastify'
import { AppError } from '../problem.ts'
import { noteReceived } from './buffer-garbage.ts'
import { parseJsonBody } from './json-body.ts'
import { knownKeysOf } from './known-keys.ts'
import { createPlaces } from './places.ts'

const LARGE_BYTES = 64 * 1024
/** A large body takes up to five times its size until it is stored. */
const LARGE_AT_ONCE = 4
const LARGE_OF_ONE_ACCOUNT = 2

/** Lets a body come when there is room for it. Until then it stays with its sender: the connection is not read. */
export function admitBodies(): preParsingHookHandler {
  const largeOnes = createPlaces(LARGE_AT_ONCE, LARGE_OF_ONE_ACCOUNT)
  return (request, reply, payload, done) => {
    const go = () => {
      askForBody(request.raw, reply.raw)
      done(null, payload)
    }
    const announced = announcedBytes(request.raw)
    if (announced <= LARGE_BYTES) return go()
    if (announced > request.routeOptions.bodyLimit && announced !== Number.POSITIVE_INFINITY) return done(tooLarge())
    // Its close has been told already: a place that it took now would never be given back.
    if (reply.raw.destroyed) return done(notArrived())
    reply.raw.once('close', largeOnes.enter(request.accountId ?? '', go))
  }
}

/** How long a body will be by its header; a body in chunks does not say. */
export function announcedBytes({ headers }: IncomingMessage): number {
  if (headers['transfer-encoding'] !== undefined) return Number.POSITIVE_INFINITY
  return Number(headers['content-length'] ?? 0)
}

/** A client that waits to be asked before it sends its body is asked once the request is not refused without it. */
export function askForBody(request: IncomingMessage, response: ServerResponse): void {
  if (isWaitingToBeAsked(request)) response.writeContinue()
}

export function isWaitingToBeAsked({ headers }: IncomingMessage): boolean {
  return headers.expect?.toLowerCase() === '100-continue'
}

export async function readJsonBody(request: FastifyRequest, timeoutMs: number): Promise<unknown> {
  const { bodyLimit, schema } = request.routeOptions
  const bytes = await receive(request.raw, bodyLimit, timeoutMs)
  return parseJsonBody(bytes, knownKeysOf(schema?.body))
}

function receive(request: IncomingMessage, limit: number, timeoutMs: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = []
    let length = 0
    const timer = setTimeout(
      () => settle(() => reject(new AppError('request_timeout', 'The body did not arrive in time.'))),
      timeoutMs,
    )
    function settle(tell: () => void): void {
      clearTimeout(timer)
      request.off('data', onData).off('end', onEnd).off('error', onError)
      tell()
    }
    function onData(piece: Buffer): void {
      length += piece.length
      noteReceived(piece.length)
      if (length > limit) settle(() => reject(tooLarge()))
      else pieces.push(piece)
    }
    const onEnd = () => settle(() => resolve(Buffer.concat(pieces, length)))
    // Only a connection that is gone fails here; there is no client left to answer.
    const onError = () => settle(() => reject(notArrived()))
    request.on('data', onData).on('end', onEnd).on('error', onError)
  })
}

function notArrived(): AppError {
  return new AppError('invalid_request', 'The body did not arrive.')
}

function tooLarge(): AppError {
  return new AppError('body_too_large', 'The body is larger than this operation allows.')
}
