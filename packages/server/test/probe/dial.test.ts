import { type AddressInfo, createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createAddressesOf, createProbeDial } from '../../src/probe/dial.ts'

const dnsWith = (a: string[], aaaa: string[] = []) => ({
  ask: async (_name: string, type: string) => ({
    ...{ known: true as const, exists: true, ttlSeconds: 60 },
    records: type === 'A' ? a : type === 'AAAA' ? aaaa : [],
  }),
})

/** A SOCKS5 proxy (RFC 1928) that connects to no one, and greets in the name of every server. */
async function useProxy() {
  const destinations: string[] = []
  const server = createServer((socket) => {
    socket.once('data', () => {
      socket.write(Buffer.from([5, 0]))
      socket.once('data', (request: Buffer) => {
        destinations.push(`${[...request.subarray(4, 8)].join('.')}:${request.readUInt16BE(8)}`)
        socket.write(Buffer.concat([Buffer.from([5, 0, 0, 1, 0, 0, 0, 0, 0, 0]), Buffer.from('220 mx.test\r\n')]))
      })
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { url: `socks5://127.0.0.1:${(server.address() as AddressInfo).port}`, destinations }
}

test('probes leave through the proxy to the public address of a mail server, in the family of the sender', async () => {
  const { url, destinations } = await useProxy()
  const dial = createProbeDial({ dns: dnsWith(['8.8.8.8'], ['2001:4860:4860::8888']), address: '8.8.4.4', proxy: url })
  for (const host of ['mx.test', '8.8.8.8']) (await dial(host, 25))?.destroy()
  expect(destinations).toEqual(['8.8.8.8:25', '8.8.8.8:25'])
})

test('no probe reaches a private address, another port, or an address of the other family', async () => {
  const { url, destinations } = await useProxy()
  const options = { address: '8.8.4.4', proxy: url }
  for (const address of ['127.0.0.1', '10.0.0.1', '169.254.169.254'])
    for (const host of ['mx.test', address])
      expect(await createProbeDial({ ...options, dns: dnsWith([address]) })(host, 25)).toBeUndefined()
  expect(await createProbeDial({ ...options, dns: dnsWith(['8.8.8.8']) })('mx.test', 2525)).toBeUndefined()
  const ipv6Only = dnsWith([], ['2001:4860:4860::8888'])
  expect(await createProbeDial({ ...options, dns: ipv6Only })('mx.test', 25)).toBeUndefined()
  expect(destinations).toEqual([])
})

test('a server of the other family is told apart from one that DNS does not find', async () => {
  const addressesOf = (a: string[], aaaa: string[]) =>
    createAddressesOf({ dns: dnsWith(a, aaaa), address: '8.8.4.4' })('mx.test')
  expect(await addressesOf([], ['2001:4860:4860::8888'])).toBe('other_family')
  expect(await addressesOf(['8.8.8.8'], ['2001:4860:4860::8888'])).toEqual(['8.8.8.8'])
  expect(await addressesOf([], [])).toEqual([])
})
