import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { SUBMISSION_BODY_MAX_BYTES } from '@mailsift/contract'
import { expect, onTestFinished, test } from 'vitest'
import { startService } from './service.ts'

const ATTACKS = 10

test('unfinished bodies of strangers and of one account do not delay another account', async () => {
  const service = await startService({}, { worker: false })
  onTestFinished(() => service.stop())
  const [attacker, other] = [await service.newCaller(), await service.newCaller()]
  const { port } = new URL(service.base)
  let refused = 0

  /** The client sends the head of its request and the first byte of a body that never ends. */
  const leaveUnfinished = async (path: string, fields: Record<string, string | number>): Promise<Socket> => {
    const socket = connect(Number(port), '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    const head = Object.entries({ host: `127.0.0.1:${port}`, 'content-type': 'application/json', ...fields })
    socket.write(`POST ${path} HTTP/1.1\r\n${head.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`)
    socket.write('transfer-encoding' in fields ? '1\r\n{\r\n' : '{')
    await once(socket, 'connect')
    return socket
  }
  const { pathname } = new URL(`${service.base}/emails/bulk`)
  for (let n = 0; n < ATTACKS; n++) {
    await leaveUnfinished('/account/sign-in', { 'transfer-encoding': 'chunked' })
    const list = await leaveUnfinished(pathname, {
      'service-email-api-token': attacker.token,
      'content-length': SUBMISSION_BODY_MAX_BYTES,
    })
    list.once('data', () => refused++)
  }
  // Requests are read in the order of their connections.
  await service.json(other, '/emails/bulk')

  const answer = await service.submit(other, fullBody())
  expect(answer.status).toBe(202)
  // A machine that is slow enough to see some of them refused has not waited for all of them.
  expect(refused).toBeLessThan(ATTACKS / 2)
})

/** JSON may end in any amount of white space. */
function fullBody(): string {
  return JSON.stringify({ emails: ['ada.lovelace@mail.example'], validate_domain: 0 }).padEnd(SUBMISSION_BODY_MAX_BYTES)
}
