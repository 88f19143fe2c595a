import { type AddressInfo, createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createFamilyCheck, createProbeDial } from '../../src/probe/dial.ts'

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
  const socket = await dial('mx.test', 25)
  expect(destinations).toEqual(['8.8.8.8:25'])
  socket?.destroy()
})

test('no probe reaches a private address, another port, or an address of the other family', async () => {
  const { url, destinations } = await useProxy()
  const options = { address: '8.8.4.4', proxy: url }
  for (const address of ['127.0.0.1', '10.0.0.1', '169.254.169.254'])
    expect(await createProbeDial({ ...options, dns: dnsWith([address]) })('mx.test', 25)).toBeUndefined()
  expect(await createProbeDial({ ...options, dns: dnsWith(['8.8.8.8']) })('mx.test', 2525)).toBeUndefined()
  const ipv6Only = dnsWith([], ['2001:4860:4860::8888'])
  expect(await createProbeDial({ ...options, dns: ipv6Only })('mx.test', 25)).toBeUndefined()
  expect(destinations).toEqual([])
})

test('a server of the other family is told apart from one that DNS does not find', async () => {
  const check = (a: string[], aaaa: string[]) =>
    createFamilyCheck({ dns: dnsWith(a, aaaa), address: '8.8.4.4' })('mx.test')
  expect(await check([], ['2001:4860:4860::8888'])).toBe(true)
  expect(await check(['8.8.8.8'], ['2001:4860:4860::8888'])).toBe(false)
  expect(await check([], [])).toBe(false)
})
