import fc from 'fast-check'
import { expect, test } from 'vitest'
import { siteNetworkOf } from '../../../src/platform/network.ts'
import { networkKey, readTicket, signTicket } from '../../../src/validation/playground/ticket.ts'

const SECRET = 'one secret, long enough for a test'
const NETWORK = siteNetworkOf('192.0.2.7')
const EXPIRY = Date.UTC(2026, 0, 1)

test('a ticket is read back by who signed it, for the network it was signed for', () => {
  const ticket = readTicket([SECRET], NETWORK, signTicket([SECRET], NETWORK, EXPIRY))
  expect(ticket).toEqual({ nonce: expect.any(Buffer), expiresAtMs: EXPIRY })
})

test('no two tickets are the same', () => {
  const nonces = Array.from({ length: 1000 }, () => {
    const { nonce } = readTicket([SECRET], NETWORK, signTicket([SECRET], NETWORK, EXPIRY))!
    return nonce.toString('hex')
  })
  expect(new Set(nonces).size).toBe(1000)
})

test('another secret, another network or any other text is refused', () => {
  const text = signTicket([SECRET], NETWORK, EXPIRY)
  expect(readTicket(['another secret, as long as the first'], NETWORK, text)).toBeUndefined()
  expect(readTicket([SECRET], siteNetworkOf('198.51.100.7'), text)).toBeUndefined()
  fc.assert(fc.property(fc.string({ maxLength: 100 }), (other) => readTicket([SECRET], NETWORK, other) === undefined))
})

test('a ticket with any character changed, added or left out is refused', () => {
  const text = signTicket([SECRET], NETWORK, EXPIRY)
  for (let at = 0; at < text.length; at++) {
    const changed = text[at] === 'A' ? 'B' : 'A'
    expect(readTicket([SECRET], NETWORK, text.slice(0, at) + changed + text.slice(at + 1))).toBeUndefined()
    expect(readTicket([SECRET], NETWORK, text.slice(0, at) + text.slice(at + 1))).toBeUndefined()
  }
  for (const more of [`${text}=`, `${text} `, `${text}A`, ` ${text}`, `${text.slice(0, 10)}\n${text.slice(10)}`])
    expect(readTicket([SECRET], NETWORK, more)).toBeUndefined()
})

test('neighbours share a network: a /24 of IPv4, however it is written, and a /56 of IPv6', () => {
  const same = (one: string, other: string) => siteNetworkOf(one) === siteNetworkOf(other)
  expect(same('192.0.2.1', '192.0.2.254')).toBe(true)
  expect(same('192.0.2.1', '::ffff:192.0.2.9')).toBe(true)
  expect(same('192.0.2.1', '192.0.3.1')).toBe(false)
  expect(same('2001:db8:1:2ff::1', '2001:db8:1:200:ffff::')).toBe(true)
  expect(same('2001:db8:1:200::1', '2001:db8:1:300::1')).toBe(false)
})

test('what is stored of a network does not show which it is', () => {
  expect(networkKey([SECRET], NETWORK).includes(NETWORK)).toBe(false)
  expect(networkKey([SECRET], NETWORK)).not.toEqual(networkKey(['another secret, as long as the first'], NETWORK))
})
