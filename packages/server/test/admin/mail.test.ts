import { expect, test } from 'vitest'
import { mailCommands } from '../../src/admin/commands/mail.ts'
import { createMail } from '../../src/mail/mail.ts'
import { openTransport } from '../../src/mail/transport.ts'
import { headerOf, useSmtpServer } from '../stand-ins/smtp-server.ts'
import { callCommands } from './run-admin.ts'

const open = () => ({ context: {} as never, close: async () => undefined })

function mailTest(smtpUrl: string, address: string) {
  const transport = openTransport({ smtpUrl, mailFrom: 'mail@mailsift.test' })
  const mail = createMail({ transport, origin: 'http://mailsift.test', secrets: [''] })
  return callCommands(
    mailCommands(async () => mail),
    open,
    ['mail', 'test', address],
  )
}

test('a test email is sent, or the command says what the mail server said', async () => {
  const smtp = await useSmtpServer({
    refuse: (to) => (to.startsWith('gone') ? '550 5.1.1 no such mailbox' : undefined),
  })
  expect(await mailTest(smtp.url, 'ops@contoso.com')).toMatchObject({
    code: 0,
    output: 'The mail server accepted a test email for ops@contoso.com.\n',
  })
  expect(headerOf(await smtp.next('ops@contoso.com'), 'Subject')).toBe('Test email from Mailsift')
  const refused = await mailTest(smtp.url, 'gone@contoso.com')
  expect(refused.code).toBe(1)
  expect(refused.errors).toContain('550 5.1.1 no such mailbox')
})

test.each([
  ['', 'ops@contoso.com', 'No mail server is configured. Set SMTP_URL and MAIL_FROM.'],
  ['smtp://127.0.0.1:9', 'ops', '"ops" is not an email address.'],
])('with SMTP_URL=%j, a test email to %s is refused with what to do', async (url, address, message) => {
  expect(await mailTest(url, address)).toMatchObject({ code: 2, errors: expect.stringContaining(message) })
})
