import { expect, test } from 'vitest'
import { openTransport, type Transport } from '../../src/mail/transport.ts'
import { useSmtpServer } from '../stand-ins/smtp-server.ts'

const MESSAGE = { id: '1', to: 'ada@contoso.com', subject: 'Hello', text: 'Hello', html: '<p>Hello' }

function transportTo(smtpUrl: string): Transport {
  return openTransport({ smtpUrl, mailFrom: 'mail@mailsift.test' })!
}

test('nothing is sent to a server without TLS where TLS is required', async () => {
  const smtp = await useSmtpServer({ disabledCommands: ['STARTTLS', 'AUTH'] })
  const delivery = await transportTo(`${smtp.url}?tls=required`).send(MESSAGE)
  expect(delivery).toMatchObject({ outcome: 'failed', code: 'ETLS' })
  expect(smtp.received).toEqual([])
})

test('a server that cannot be reached is a failure that may pass', async () => {
  const smtp = await useSmtpServer()
  const delivery = await transportTo(smtp.url.replace(String(smtp.port), '9')).send(MESSAGE)
  expect(delivery).toMatchObject({ outcome: 'failed' })
})
