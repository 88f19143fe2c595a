import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openTransport, type Transport } from '../../src/mail/transport.ts'
import { useSmtpServer } from '../stand-ins/smtp-server.ts'

const NO_OPENSSL = spawnSync('openssl', ['version']).status === 0 ? false : 'openssl is not installed'
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
    const before = getCACertificates('default')
    setDefaultCACertificates([...before, certificate.cert])
    onTestFinished(() => setDefaultCACertificates(before))
    const smtp = await useSmtpServer({ ...certificate, secure })
    const delivery = await transportTo(`${smtp.url.replace('smtp:', protocol)}${parameter}`).send(MESSAGE)
    expect(delivery).toEqual({ outcome: 'sent' })
    expect(smtp.received).toMatchObject([{ isEncrypted: true, to: ['ada@contoso.com'] }])
  })
})

function makeCertificate(): { key: string; cert: string } {
  const folder = mkdtempSync(join(tmpdir(), 'mailsift-certificate-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const kind = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  const name = ['-subj', '/CN=mail.test', '-addext', 'subjectAltName=IP:127.0.0.1']
  execFileSync('openssl', [...kind, ...name, '-keyout', key, '-out', cert], { stdio: 'ignore' })
  const made = { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') }
  rmSync(folder, { recursive: true })
  return made
}
