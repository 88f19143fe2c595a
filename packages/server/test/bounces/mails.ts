// Reports of our own making, in the shapes of real servers.

export type Dsn = {
  recipient?: string
  action?: string
  status?: string
  diagnostic?: string
  notice?: string
  id?: string
}

/** Lately, because old reports do not count. In whole seconds, as mails have it. */
const SENT_MS = Math.floor(Date.now() / 1_000) * 1_000 - 2 * 86_400_000
export const ARRIVED_AT = new Date(SENT_MS - 60_000)

const lines = (...all: string[]) => all.join('\r\n')

/** RFC 3464. */
export function dsn({
  recipient = 'jane.roe@contoso.org',
  action = 'failed',
  status = '5.1.1',
  diagnostic = 'smtp; 550 5.1.1 User unknown',
  notice = 'The message could not be delivered.',
  id = '<report-1@mta.example>',
}: Dsn = {}): string {
  return lines(
    'From: MAILER-DAEMON@mta.example',
    'To: sender@shop.example',
    'Subject: Undelivered Mail Returned to Sender',
    `Date: ${new Date(SENT_MS).toUTCString()}`,
    `Message-ID: ${id}`,
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b1"',
    '',
    '--b1',
    'Content-Type: text/plain',
    '',
    notice,
    '',
    '--b1',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mta.example',
    `Arrival-Date: ${ARRIVED_AT.toUTCString()} (UTC)`,
    '',
    `Final-Recipient: rfc822; ${recipient}`,
    `Action: ${action}`,
    `Status: ${status}`,
    `Diagnostic-Code: ${diagnostic}`,
    '',
    '--b1',
    'Content-Type: message/rfc822',
    '',
    'From: sender@shop.example',
    `To: ${recipient}`,
    'Subject: Spam and viruses, user unknown',
    '',
    'Hello',
    '',
    '--b1--',
    '',
  )
}

/** For people alone. */
export const notice = (text: string, more: Record<string, string> = {}) =>
  lines(
    'From: MAILER-DAEMON@mta.example',
    'To: sender@shop.example',
    'Subject: failure notice',
    'Message-ID: <notice-1@mta.example>',
    ...Object.entries(more).map(([name, value]) => `${name}: ${value}`),
    '',
    text,
    '',
    '--- Below this line is a copy of the message.',
    '',
    'To: another.person@contoso.org',
    'Subject: user unknown',
    '',
  )

/** RFC 5965. */
export const complaint = (type = 'abuse', recipient: string | undefined = 'jane.roe@contoso.org') =>
  lines(
    'From: feedback@provider.example',
    'To: abuse@shop.example',
    'Subject: FW: Offer',
    'Message-ID: <complaint-1@provider.example>',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=feedback-report; boundary="b2"',
    '',
    '--b2',
    'Content-Type: text/plain',
    '',
    'This is a report about a message.',
    '--b2',
    'Content-Type: message/feedback-report',
    '',
    `Feedback-Type: ${type}`,
    'User-Agent: Loop/1.0',
    'Version: 1',
    ...(recipient === undefined ? [] : [`Original-Rcpt-To: <${recipient}>`]),
    '',
    '--b2',
    'Content-Type: message/rfc822',
    '',
    'From: sender@shop.example',
    'To: undisclosed',
    '',
    'Hello',
    '--b2--',
    '',
  )
