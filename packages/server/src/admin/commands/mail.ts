import type { Mail } from '../../mail/mail.ts'
import { type Command, CommandError, command, EXIT } from './command.ts'

export type OpenMail = () => Promise<Pick<Mail, 'isConfigured' | 'sendNow'>>

export function mailCommands(openMail: OpenMail): Command[] {
  return [
    command({
      name: 'mail test',
      summary: 'Send a test email through the mail server in SMTP_URL',
      arguments: [{ name: 'address', help: 'Email address to send it to.' }],
      details: 'Shows what the mail server says. Run it with the same settings as the service.',
      examples: ['mail test ops@example.com'],
      async run(_context, { address }) {
        if (!/^[^\s@<>,]+@[^\s@<>,]+$/.test(address))
          throw new CommandError(`"${address}" is not an email address.`, EXIT.usage)
        const mail = await openMail()
        if (!mail.isConfigured)
          throw new CommandError('No mail server is configured. Set SMTP_URL and MAIL_FROM.', EXIT.usage)
        const delivery = await mail.sendNow(address, 'test', {})
        if (delivery.outcome !== 'sent')
          throw new CommandError(
            `The mail server did not accept the email (${delivery.code})${delivery.reply ? `: ${delivery.reply}` : '.'}`,
          )
        return { json: { sent_to: address }, lines: [`The mail server accepted a test email for ${address}.`] }
      },
    }),
  ]
}
