import type { GuardedDial } from '../../platform/outbound/guarded-dial.ts'
import type { RdapReply } from '../rdap/client.ts'
import { readWhois } from './read-text.ts'

const WHOIS_PORT = 43
const MAX_ANSWER_BYTES = 64 * 1024
const TOTAL_MS = 8_000
/** Asks one WHOIS server about a registrable domain: one line there, a text back, and the connection ends (RFC 3912). */
export async function askWhois(
  dial: GuardedDial,
  { domain, server }: { domain: string; server: string },
): Promise<RdapReply> {
  const url = new URL(server)
  const text = await exchange(dial, url, `${domain}${domain.endsWith('.jp') ? '/e' : ''}\r\n`)
  if (text === undefined) return { state: 'failed', reason: 'unreachable' }
  // Registries refuse in many words. Whatever is not understood may be a limit, so the next request waits.
  return readWhois(text, domain) ?? { state: 'slow_down', retryAfterMs: null }
}

async function exchange(dial: GuardedDial, { hostname, port }: URL, line: string): Promise<string | undefined> {
  const socket = await dial(hostname, Number(port || WHOIS_PORT))
  if (!socket) return undefined
  return new Promise((resolve) => {
    const pieces: Buffer[] = []
    let size = 0
    const end = (answer: string | undefined) => {
      clearTimeout(timer)
      socket.destroy()
      resolve(answer)
    }
    const timer = setTimeout(end, TOTAL_MS, undefined)
    socket.on('data', (piece: Buffer) => {
      pieces.push(piece)
      size += piece.length
      if (size > MAX_ANSWER_BYTES) end(undefined)
    })
    socket.on('end', () => end(size > 0 ? decode(Buffer.concat(pieces)) : undefined))
    socket.on('error', () => end(undefined))
    socket.write(line)
  })
}

/** RFC 3912 §4 knows no encoding. */
function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return bytes.toString('latin1')
  }
}
