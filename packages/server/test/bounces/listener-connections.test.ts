// Clients that connect to the listener for bounces and only hold their connections.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { dsn } from './mails.ts'
import { useListener } from './use-listener.ts'

function open(port: number, localAddress?: string): Socket {
  const socket = connect({ port, host: '127.0.0.1', ...(localAddress && { localAddress }) })
  socket.on('error', () => undefined)
  onTestFinished(() => void socket.destroy())
  return socket
}

/** The first reply. The listener waits a moment before it greets, so that it notices clients that talk too soon. */
async function replyTo(socket: Socket): Promise<string> {
  const [reply] = (await once(socket, 'data')) as [Buffer]
  return String(reply)
}

/** Of all replies, the codes. The socket is read to its end. */
async function codesOf(socket: Socket): Promise<string[]> {
  return (await text(socket)).split('\r\n').flatMap((line) => /^(\d{3}) /.exec(line)?.[1] ?? [])
}

test('clients of one address that hold their connections leave slots to others, and get theirs back', async () => {
  const { port } = await useListener('smtp')
  const held = Array.from({ length: 10 }, () => open(port, '127.0.0.2'))
  for (const greeting of await Promise.all(held.map(replyTo))) expect(greeting).toMatch(/^220 /)
  const more = open(port, '127.0.0.2')
  expect(await replyTo(more)).toMatch(/^421 4\.7\.0 Too many connections from this network/)
  expect(await replyTo(open(port, '127.0.0.3'))).toMatch(/^220 /)

  held[0]!.write('QUIT\r\n')
  await once(held[0]!.resume(), 'close')
  // The listener notices the end after the client.
  await expect.poll(async () => replyTo(open(port, '127.0.0.2'))).toMatch(/^220 /)
})

test('a connection without a mail ends after 100 commands', async () => {
  const { port } = await useListener('smtp')
  const socket = open(port)
  expect(await replyTo(socket)).toMatch(/^220 /)
  socket.write('NOOP\r\n'.repeat(200))
  expect(await codesOf(socket)).toEqual([...Array(100).fill('250'), '421'])
})

test('a connection that delivers mails can go on', async () => {
  const { port, secret } = await useListener('smtp')
  const socket = open(port)
  expect(await replyTo(socket)).toMatch(/^220 /)
  socket.write('EHLO mta.example\r\n')
  await replyTo(socket)
  socket.write(`${'NOOP\r\n'.repeat(90)}MAIL FROM:<>\r\nRCPT TO:<bounces+${secret}@mail.example>\r\nDATA\r\n`)
  let replies = ''
  while (!/^354 /m.test(replies)) replies += await replyTo(socket)
  socket.write(`${dsn()}\r\n.\r\n${'NOOP\r\n'.repeat(90)}QUIT\r\n`)
  expect(await codesOf(socket)).toEqual([...Array(91).fill('250'), '221'])
})

test('a connection ends after its time, however busy it is', async () => {
  const { port } = await useListener('smtp', undefined, { connectionMaxMs: 500 })
  // An idle connection ends later, and with a reply.
  expect(await codesOf(open(port))).not.toContain('421')
})
