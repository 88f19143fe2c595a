import { describe, expect, test } from 'vitest'
import { readConfig } from '../../src/config/config.ts'
import { describeConfig } from '../../src/config/describe.ts'
import { readSenderAddress } from '../../src/mail/sender-address.ts'
import { readSmtpUrl } from '../../src/mail/smtp-url.ts'

describe('SMTP_URL', () => {
  test.each([
    ['smtp://mail.contoso.com', { host: 'mail.contoso.com', port: 587, tls: 'required', auth: undefined }],
    ['smtp://mail.contoso.com:25?tls=off', { host: 'mail.contoso.com', port: 25, tls: 'off', auth: undefined }],
    ['smtp://10.0.0.5:25', { host: '10.0.0.5', port: 25, tls: 'required', auth: undefined }],
    [
      'smtps://ann%40contoso.com:p%40ss@mail.contoso.com',
      { host: 'mail.contoso.com', port: 465, tls: 'implicit', auth: { user: 'ann@contoso.com', pass: 'p@ss' } },
    ],
    ['smtp://localhost:25', { host: 'localhost', port: 25, tls: 'off', auth: undefined }],
    ['smtp://[::1]:2525', { host: '::1', port: 2525, tls: 'off', auth: undefined }],
    ['smtp://127.0.0.1:25?tls=required', { host: '127.0.0.1', port: 25, tls: 'required', auth: undefined }],
  ])('%s is read with TLS required unless the host is this machine or the URL says so', (url, server) => {
    expect(readSmtpUrl(url)).toEqual(server)
  })

  test.each([
    'mail.contoso.com:587',
    'http://mail.contoso.com',
    'smtp://',
    'smtp://mail.contoso.com/path',
    'smtp://mail contoso.com',
    'smtp://ann@mail.contoso.com',
    'smtp://mail.contoso.com?tls=maybe',
    'smtp://mail.contoso.com?pool=true',
    'smtps://mail.contoso.com?tls=off',
    'smtp://ann:%zz@mail.contoso.com',
  ])('%s is refused at the start, with the name of the setting', (url) => {
    expect(() => readConfig({ SMTP_URL: url, MAIL_FROM: 'mail@contoso.com' })).toThrow(/SMTP_URL (must|has)/)
  })

  test('a mail server without a sender is refused at the start', () => {
    expect(() => readConfig({ SMTP_URL: 'smtp://mail.contoso.com' })).toThrow('SMTP_URL requires MAIL_FROM')
  })

  test('the password of the mail server is not shown with the configuration', () => {
    const config = readConfig({ SMTP_URL: 'smtp://ann:hidden@mail.contoso.com', MAIL_FROM: 'mail@contoso.com' })
    expect(JSON.stringify(describeConfig(config))).not.toContain('hidden')
  })
})

test.each([
  ['mail@contoso.com', { name: 'Mailsift', address: 'mail@contoso.com' }],
  ['Contoso <mail@contoso.com>', { name: 'Contoso', address: 'mail@contoso.com' }],
  ['"Contoso, Inc." <mail@contoso.com>', { name: 'Contoso, Inc.', address: 'mail@contoso.com' }],
])('MAIL_FROM=%s names the sender', (text, sender) => {
  expect(readSenderAddress(text)).toEqual(sender)
})

test.each([
  'Contoso',
  'a@b@c',
  'Contoso <mail@contoso.com>\r\nBcc: eve@contoso.com',
  'mail@contoso.com, eve@contoso.com',
])('MAIL_FROM=%j is refused', (text) => {
  expect(() => readSenderAddress(text)).toThrow('must be an address')
})
