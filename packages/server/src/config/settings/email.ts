import { senderAddress, smtpUrl } from '../parsers.ts'
import { setting } from '../setting.ts'

export const EMAIL = {
  smtpUrl: setting(
    'SMTP_URL',
    smtpUrl,
    '',
    'Mail server that sends invitations, password resets and notices: `smtp://user:password@host:587`, or `smtps://` for TLS from the first byte (port 465). TLS is required unless the host is this machine or the URL ends in `?tls=off`. Without it, no email is sent.',
    { shown: 'none', secret: true },
  ),
  mailFrom: setting(
    'MAIL_FROM',
    senderAddress,
    '',
    'Sender of these emails: an address, or `Name <address>`. Required with `SMTP_URL`.',
    { shown: 'none' },
  ),
}
