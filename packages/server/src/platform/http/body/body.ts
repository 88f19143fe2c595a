// How bodies are received: within a size, at a minimum rate, and only a few large ones at a time.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyRequest, preParsingHookHandler } from 'fastify'
import { clientNetworkOf } from '../../network.ts'
import { AppError } from '../problem.ts'
import { noteReceived } from './buffer-garbage.ts'
import { parseJsonBody } from './json-body.ts'
import { knownKeysOf } from './known-keys.ts'
import { createSlots, type Share } from './slots.ts'

const LARGE_BYTES = 64 * 1024
/** A large body takes up to five times its size until it is stored. */
const LARGE_AT_ONCE = 4
/** No account, and no client with several accounts, uses all slots. */
const LARGE_PER_ACCOUNT = 2
const LARGE_PER_ADDRESS = 3

/** The slowest that a body may arrive: so many bytes in every period until it is complete. */
export type BodyPace = { bytes: number; periodMs: number }

/** 64 KiB/s: the largest body arrives within 80 s, and one that stops arriving is refused within 20 s. */
export const BODY_PACE: BodyPace = { bytes: 10 * 64 * 1024, periodMs: 10_000 }

/** Receives a large body when there is a slot for it. Until then it stays with its sender: the connection is not read. */
export function admitBodies(): preParsingHookHandler {
  const slots = createSlots(LARGE_AT_ONCE)
  return (request, reply, payload, done) => {
    const go = () => {
      askForBody(request.raw, reply.raw)
      done(null, payload)
    }
    const announced = announcedBytes(request.raw)
    if (announced <= LARGE_BYTES) return go()
    const { bodyLimit } = request.routeOptions
    if (announced > bodyLimit && announced !== Number.POSITIVE_INFINITY) return done(tooLarge())
    // A body of unknown length is read up to the limit of its route.
    if (bodyLimit <= LARGE_BYTES) return go()
    // Its close event has already fired: a slot that it took now would never be released.
    if (reply.raw.destroyed) return done(notArrived())
    reply.raw.once('close', slots.enter(sharesOf(request), go))
  }
}

function sharesOf({ accountId, ip }: FastifyRequest): Share[] {
  const address = clientNetworkOf(ip)
  return [
    { key: `account ${accountId ?? address}`, max: LARGE_PER_ACCOUNT },
    { key: `address ${address}`, max: LARGE_PER_ADDRESS },
  ]
}

/** How long a body will be by its header; a body in chunks does not say. */
export function announcedBytes({ headers }: IncomingMessage): number {
  if (headers['transfer-encoding'] !== undefined) return Number.POSITIVE_INFINITY
  return Number(headers['content-length'] ?? 0)
}

/** A client that waits for 100 Continue before it sends its body gets it once the request is not refused without it. */
export function askForBody(request: IncomingMessage, response: ServerResponse): void {
  if (isWaitingToBeAsked(request)) response.writeContinue()
}

export function isWaitingToBeAsked({ headers }: IncomingMessage): boolean {
  return headers.expect?.toLowerCase() === '100-continue'
}

export async function readJsonBody(request: FastifyRequest, pace: BodyPace): Promise<unknown> {
  const { bodyLimit, schema } = request.routeOptions
  const bytes = await receive(request.raw, bodyLimit, pace)
  return parseJsonBody(bytes, knownKeysOf(schema?.body))
}

/** The fields of a form; of a field that comes twice, the last. For routes that no cookie opens: browsers post forms from any page. */
export async function readFormBody(request: FastifyRequest): Promise<Record<string, string>> {
  const bytes = await receive(request.raw, request.routeOptions.bodyLimit, BODY_PACE)
  return Object.fromEntries(new URLSearchParams(bytes.toString()))
}

/** The bytes as they are, for bodies that are not ours to read as JSON: mails, and what providers sign. */
export function readRawBody(request: FastifyRequest, pace: BodyPace = BODY_PACE): Promise<Buffer> {
  return receive(request.raw, request.routeOptions.bodyLimit, pace)
}

function receive(request: IncomingMessage, limit: number, pace: BodyPace): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = []
    let length = 0
    let lengthBefore = 0
    const timer = setInterval(() => {
      if (length - lengthBefore < pace.bytes)
        settle(() => reject(new AppError('request_timeout', 'The body arrived too slowly or stalled.')))
      lengthBefore = length
    }, pace.periodMs)
    function settle(tell: () => void): void {
      clearInterval(timer)
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
    // Only a closed connection fails here; no client is left to respond to.
    const onError = () => settle(() => reject(notArrived()))
    request.on('data', onData).on('end', onEnd).on('error', onError)
  })
}

function notArrived(): AppError {
  return new AppError('invalid_request', 'The body did not arrive.')
}

function tooLarge(): AppError {
  return new AppError('body_too_large', 'The body exceeds the size limit of this operation.')
}
