// Debian's Postfix, Exim and OpenSMTPD send mail to a server that refuses it, and deliver the bounces that they make of it to the listener.
import { createTransport } from 'nodemailer'
import { describe, expect, onTestFinished, test } from 'vitest'
import { eventually } from '../../../../scripts/eventually.ts'
import { freePort } from '../stand-ins/bind.ts'
import { useMailServer } from '../stand-ins/mail-server.ts'
import { useSmtpServer } from '../stand-ins/smtp-server.ts'
import { useListener } from './use-listener.ts'

/** What the recipient's server replies to RCPT, and what is known about the mailbox then. */
const REPLIES: Readonly<Record<string, [reply: string, mailbox: string]>> = {
  'missing@contoso.org': [
    '550 5.1.1 Recipient address rejected: User unknown in virtual mailbox table',
    'does_not_exist',
  ],
  'inconnu@contoso.org': ['550 Utilisateur inconnu', 'does_not_exist'],
  'full@contoso.org': ['552 5.2.2 Mailbox full', 'exists'],
  'country@contoso.org': ['554 5.7.1 this system does not accept mail from your country', 'unknown'],
  'nullmx@contoso.org': [
    '550 5.7.27 Sender address rejected: Domain bounces.test does not accept mail (nullMX)',
    'unknown',
  ],
  'verify@contoso.org': ['550 Sender verify failed: Unrouteable address', 'unknown'],
  'quota@contoso.org': ['550 5.1.1 Daily sending quota exceeded', 'unknown'],
  'invalid@contoso.org': ['550 5.1.1 Too many invalid recipients from your server', 'unknown'],
  'host@contoso.org': ['550 5.1.1 unknown host in your HELO', 'unknown'],
}

type Ports = { listen: number; next: number; bounces: number }
type Server = { name: string; protocol: 'lmtp' | 'smtp'; start(ports: Ports): Promise<void> }

const SERVERS: Server[] = [
  {
    name: 'Postfix',
    protocol: 'lmtp',
    start: ({ listen, next, bounces }) =>
      useMailServer({
        packages: ['postfix'],
        files: {
          'etc/postfix/main.cf': `compatibility_level = 3.6
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
myhostname = mail.test
mydestination =
mynetworks = 127.0.0.0/8
alias_maps =
maillog_file = /var/log/postfix.log
relayhost = [127.0.0.1]:${next}
transport_maps = inline:{{bounces.test = lmtp:inet:127.0.0.1:${bounces}}}
smtpd_recipient_restrictions = permit_mynetworks, reject
`,
          'etc/postfix/master.cf': `127.0.0.1:${listen} inet n - n - - smtpd
postlog unix-dgram n - n - 1 postlogd
rewrite unix - - n - - trivial-rewrite
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
smtp unix - - n - - smtp
lmtp unix - - n - - lmtp
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
proxymap unix - - n - - proxymap
anvil unix - - n - 1 anvil
tlsmgr unix - - n 1000? 1 tlsmgr
`,
        },
        command: 'chown -R postfix /var/lib/postfix; exec postfix start-fg 2>&1',
        port: listen,
      }),
  },
  {
    name: 'Exim',
    protocol: 'smtp',
    start: ({ listen, next, bounces }) =>
      useMailServer({
        packages: ['exim4-daemon-light'],
        files: {
          'etc/exim4/exim4.conf': `primary_hostname = mail.test
keep_environment =
log_file_path = /var/spool/exim4/log/%slog
local_interfaces = 127.0.0.1
daemon_smtp_ports = ${listen}
tls_advertise_hosts =
host_lookup =
acl_smtp_rcpt = everyone
acl_smtp_data = everyone
begin acl
everyone:
  accept
begin routers
bounces:
  driver = manualroute
  domains = bounces.test
  route_list = * 127.0.0.1
  self = send
  transport = bounces
next:
  driver = manualroute
  route_list = * 127.0.0.1
  self = send
  transport = next
begin transports
bounces:
  driver = smtp
  port = ${bounces}
  allow_localhost
  hosts_avoid_tls = *
next:
  driver = smtp
  port = ${next}
  allow_localhost
  hosts_avoid_tls = *
`,
        },
        command:
          'chown root /etc/exim4/exim4.conf; mkdir -p /var/spool/exim4/log; chown -R Debian-exim:Debian-exim /var/spool/exim4; exec exim4 -bdf -q1m -oP /tmp/exim.pid 2>&1',
        port: listen,
      }),
  },
  {
    name: 'OpenSMTPD',
    protocol: 'smtp',
    start: ({ listen, next, bounces }) =>
      useMailServer({
        packages: ['opensmtpd'],
        files: {
          'etc/smtpd.conf': `listen on 127.0.0.1 port ${listen} hostname mail.test
action "bounces" relay host smtp://127.0.0.1:${bounces}
action "next" relay host smtp://127.0.0.1:${next}
match from any for domain "bounces.test" action "bounces"
match from any for any action "next"
`,
        },
        command:
          'mkdir -p /var/lib/opensmtpd/empty; mkdir -p -m 711 /var/spool/smtpd; exec smtpd -d -f /etc/smtpd.conf 2>&1',
        port: listen,
      }),
  },
]

describe('real mail servers', () => {
  test.each(SERVERS)('$name: its bounces suppress missing mailboxes and no others', async ({ protocol, start }) => {
    const { secret, port: bounces, stored, mailbox } = await useListener(protocol)
    const { port: next } = await useSmtpServer({ disabledCommands: ['STARTTLS'], refuse: (to) => REPLIES[to]?.[0] })
    const listen = await freePort()
    await start({ listen, next, bounces })
    const client = createTransport({ host: '127.0.0.1', port: listen, ignoreTLS: true })
    onTestFinished(() => client.close())
    const text = 'From: news@bounces.test\r\nSubject: user unknown, no such user\r\n\r\nHello\r\n'
    for (const to of Object.keys(REPLIES))
      await client.sendMail({ envelope: { from: `bounces+${secret}@bounces.test`, to: [to] }, raw: text })
    await eventually(async () => (await stored()) === Object.keys(REPLIES).length)
    const found = await Promise.all(Object.keys(REPLIES).map(async (to) => [to, await mailbox(to)]))
    expect(Object.fromEntries(found)).toEqual(
      Object.fromEntries(Object.entries(REPLIES).map(([to, [, expected]]) => [to, expected])),
    )
  })
})
