// The other side of RFC 6238: what an authenticator app does with the link it was given.
import { createHmac } from 'node:crypto'

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const STEP_MS = 30_000

/** The code that the app shows, `steps` half minutes from now. */
export function codeOf(totpUri: string, steps = 0): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / STEP_MS) + steps))
  const mac = createHmac('sha1', fromBase32(new URL(totpUri).searchParams.get('secret')!))
    .update(counter)
    .digest()
  const offset = mac[mac.length - 1]! & 0xf
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

function fromBase32(text: string): Buffer {
  let bits = ''
  for (const letter of text.replaceAll('=', '')) bits += BASE32.indexOf(letter).toString(2).padStart(5, '0')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}
