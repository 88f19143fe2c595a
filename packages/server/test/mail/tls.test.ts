import { describe, expect, test } from 'vitest'
import { openTransport, type Transport } from '../../src/mail/transport.ts'
import { makeCertificate, NO_OPENSSL, trustCertificate } from '../stand-ins/certificate.ts'
import { useSmtpServer } from '../stand-ins/smtp-server.ts'

if (NO_OPENSSL) console.warn(`The tests of certificates are skipped: ${NO_OPENSSL}.`)

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

describe.skipIf(NO_OPENSSL)('with a certificate', () => {
  const certificate = NO_OPENSSL ? { key: '', cert: '' } : makeCertificate()

  test('nothing is sent to a server whose certificate cannot be verified', async () => {
    const smtp = await useSmtpServer(certificate)
    const delivery = await transportTo(`${smtp.url}?tls=required`).send(MESSAGE)
    expect(delivery).toMatchObject({ outcome: 'failed' })
    expect(smtp.received).toEqual([])
  })

  test.each([
    ['by STARTTLS', false, 'smtp:', '?tls=required'],
    ['from the first byte', true, 'smtps:', ''],
  ])('a mail to a server with a verified certificate is encrypted %s', async (_how, secure, protocol, parameter) => {
    trustCertificate(certificate)
    const smtp = await useSmtpServer({ ...certificate, secure })
    const delivery = await transportTo(`${smtp.url.replace('smtp:', protocol)}${parameter}`).send(MESSAGE)
    expect(delivery).toEqual({ outcome: 'sent' })
    expect(smtp.received).toMatchObject([{ isEncrypted: true, to: ['ada@contoso.com'] }])
  })
})
