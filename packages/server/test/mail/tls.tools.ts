import { describe, expect, test } from 'vitest'
import { openTransport, type Transport } from '../../src/mail/transport.ts'
import { makeCertificate, trustCertificate } from '../stand-ins/certificate.ts'
import { useSmtpServer } from '../stand-ins/smtp-server.ts'

const MESSAGE = { id: '1', to: 'ada@contoso.com', subject: 'Hello', text: 'Hello', html: '<p>Hello' }

function transportTo(smtpUrl: string): Transport {
  return openTransport({ smtpUrl, mailFrom: 'mail@mailsift.test' })!
}

describe('with a certificate', () => {
  const certificate = makeCertificate()

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
