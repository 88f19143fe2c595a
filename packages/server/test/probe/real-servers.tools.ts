// Debian's own mail servers, each in its own file system, on loopback. scripts/mail-servers.sh unpacks them.
import { describe, expect, test } from 'vitest'
import { eventually } from '../../../../scripts/eventually.ts'
import { converse } from '../../src/probe/conversation.ts'
import { type Outcome, readConversation } from '../../src/probe/outcome.ts'
import { freePort } from '../stand-ins/bind.ts'
import { useMailServer } from '../stand-ins/mail-server.ts'
import { useRbldnsd } from '../stand-ins/rbldnsd.ts'
import { openSocket } from '../stand-ins/smtp.ts'

const RANDOM = 'qx7w2k9zt4@test.example'
const CERTIFICATE =
  'openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=mx.test -keyout /etc/key.pem -out /etc/cert.pem 2>&1'

async function probe(port: number, local: string, limits?: { replyMs: number; totalMs: number }): Promise<Outcome> {
  const address = `${local}@test.example`
  const names = { host: 'mx.test', heloName: 'probe.example.com', sender: 'postmaster@example.com' }
  const question = { ...names, recipient: address, randomRecipient: RANDOM }
  const conversation = await converse(await openSocket(port), question, limits)
  return readConversation(conversation, { address, randomAddress: RANDOM, acceptsAny: null }).outcome
}

const exists = { mailbox: 'exists' }
const noSuchMailbox = { mailbox: 'does_not_exist' }
const catchAll = { mailbox: 'catch_all' }
const unknown = (reason: string) => ({ mailbox: 'unknown', reason })

type Expected = { ada: object; bob: object }
const ONE_MAILBOX: Expected = { ada: exists, bob: noSuchMailbox }
const both = (expected: object): Expected => ({ ada: expected, bob: expected })

type PostfixOptions = { settings?: string; before?: string; files?: Record<string, string>; greylist?: number }

async function usePostfix({ settings = '', before = 'true', files = {}, greylist }: PostfixOptions): Promise<number> {
  const port = await freePort()
  const policy = greylist ? `, check_policy_service inet:127.0.0.1:${greylist}` : ''
  const postgrey = `postgrey --inet=127.0.0.1:${greylist} --delay=1 --dbdir=/var/lib/greylist --user=postgrey --group=postgrey --daemonize`
  await useMailServer({
    packages: greylist ? ['postfix', 'postgrey'] : ['postfix'],
    files: {
      'etc/postfix/main.cf': `compatibility_level = 3.6
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
myhostname = mx.test
mydestination = test.example
mynetworks = 192.0.2.0/24
local_recipient_maps = inline:{ada=ada}
alias_maps =
maillog_file = /var/log/postfix.log
smtpd_recipient_restrictions = reject_unauth_destination${policy}
${settings}
`,
      'etc/postfix/master.cf': `127.0.0.1:${port} inet n - n - - smtpd
postlog unix-dgram n - n - 1 postlogd
rewrite unix - - n - - trivial-rewrite
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
proxymap unix - - n - - proxymap
anvil unix - - n - 1 anvil
tlsmgr unix - - n 1000? 1 tlsmgr
`,
      ...files,
    },
    command: `chown -R postfix /var/lib/postfix; ${before}; ${greylist ? `mkdir -p /var/lib/greylist; chown postgrey /var/lib/greylist; ${postgrey};` : ''} exec postfix start-fg 2>&1`,
    port,
  })
  return port
}

async function useExim(acl: string, router: string): Promise<number> {
  const port = await freePort()
  await useMailServer({
    packages: ['exim4-daemon-light'],
    files: {
      'etc/exim4/exim.conf': `primary_hostname = mx.test
keep_environment =
log_file_path = /var/spool/exim4/log/%slog
local_interfaces = 127.0.0.1
daemon_smtp_ports = ${port}
tls_advertise_hosts =
host_lookup =
acl_smtp_rcpt = check_rcpt
acl_smtp_data = check_data
begin acl
check_rcpt:
${acl}
check_data:
  deny message = 5.7.1 Not today
begin routers
known:
  driver = accept
${router}
  transport = drop
begin transports
drop:
  driver = appendfile
  file = /dev/null
`,
    },
    command:
      'mkdir -p /var/spool/exim4/log; chown -R Debian-exim:Debian-exim /var/spool/exim4; exec exim4 -C /etc/exim4/exim.conf -bdf -oP /tmp/exim.pid 2>&1',
    port,
  })
  return port
}

/** `mailboxes` as a table of virtual ones; without it, those of the system's users. */
async function useOpenSmtpd(mailboxes?: string): Promise<number> {
  const port = await freePort()
  await useMailServer({
    packages: ['opensmtpd'],
    files: {
      'etc/smtpd.conf': `${mailboxes ? `table mailboxes { ${mailboxes} }` : ''}
listen on 127.0.0.1 port ${port} hostname mx.test
action "keep" maildir "/tmp/mail" ${mailboxes ? 'virtual <mailboxes>' : ''}
match from any for domain "test.example" action "keep"
`,
    },
    command:
      'mkdir -p /var/lib/opensmtpd/empty; mkdir -p -m 711 /var/spool/smtpd; exec smtpd -d -f /etc/smtpd.conf 2>&1',
    port,
  })
  return port
}

const VERIFY =
  '  accept domains = test.example\n         endpass\n         verify = recipient\n  deny message = relay not permitted'
const TLS = 'smtpd_tls_cert_file = /etc/cert.pem\nsmtpd_tls_key_file = /etc/key.pem\nsmtpd_tls_security_level = may'

describe('real mail servers', () => {
  test.each([
    ['Postfix', () => usePostfix({}), ONE_MAILBOX],
    ['Postfix that accepts every name', () => usePostfix({ settings: 'local_recipient_maps =' }), both(catchAll)],
    [
      'Postfix that refuses recipients at DATA',
      () => usePostfix({ settings: 'local_recipient_maps =\nsmtpd_data_restrictions = reject' }),
      both(catchAll),
    ],
    ['Postfix with TLS', () => usePostfix({ settings: TLS, before: CERTIFICATE }), ONE_MAILBOX],
    [
      'Postfix whose TLS no client can speak',
      () => usePostfix({ settings: `${TLS}\nsmtpd_tls_protocols = TLSv1`, before: CERTIFICATE }),
      both(unknown('tls')),
    ],
    [
      'Postfix that refuses the name of the client',
      () => usePostfix({ settings: 'smtpd_helo_restrictions = check_helo_access inline:{probe.example.com=reject}' }),
      both(unknown('refused')),
    ],
    [
      'Postfix that refuses the sender',
      () => usePostfix({ settings: 'smtpd_sender_restrictions = check_sender_access inline:{example.com=reject}' }),
      both(unknown('refused')),
    ],
    [
      'Postfix with too little time for a moment',
      () => usePostfix({ settings: 'smtpd_client_restrictions = defer' }),
      both(unknown('temporary')),
    ],
    ['Exim', () => useExim(VERIFY, '  local_parts = ada'), ONE_MAILBOX],
    ['Exim that accepts every name, and refuses at DATA', () => useExim(VERIFY, ''), both(catchAll)],
    [
      'Exim that does not believe the sender',
      () => useExim(`  require verify = sender\n${VERIFY}`, '  domains = test.example\n  local_parts = ada'),
      both(unknown('refused')),
    ],
    ['OpenSMTPD', () => useOpenSmtpd(), ONE_MAILBOX],
    // Its reply to an unknown name of a table, 524 5.2.4, may mean other faults of the table as well.
    ['OpenSMTPD with a table of mailboxes', () => useOpenSmtpd('"ada@test.example" = "ada"'), both(unknown('unclear'))],
    ['OpenSMTPD that accepts every name', () => useOpenSmtpd('"@" = "ada"'), both(catchAll)],
  ] satisfies [string, () => Promise<number>, Expected][])('%s', async (_name, start, expected) => {
    const port = await start()
    expect(await probe(port, 'ada')).toMatchObject(expected.ada)
    expect(await probe(port, 'bob')).toMatchObject(expected.bob)
  })

  test('a tarpit says nothing about a mailbox', async () => {
    const port = await usePostfix({ settings: 'smtpd_client_restrictions = sleep 60\nsmtpd_delay_reject = no' })
    expect(await probe(port, 'bob', { replyMs: 300, totalMs: 1_000 })).toMatchObject(unknown('timeout'))
  })

  test('postgrey answers "later" first and the truth afterwards', async () => {
    const port = await usePostfix({ greylist: await freePort() })
    expect(await probe(port, 'ada')).toMatchObject(unknown('temporary'))
    const settled = await eventually(
      async () => {
        const outcome = await probe(port, 'ada')
        return outcome.mailbox !== 'unknown' && outcome
      },
      { every: 500 },
    )
    expect(settled).toMatchObject(exists)
  })

  test('a listed client is refused and condemns no mailbox', async () => {
    // Resolvers listen on port 53: an address of loopback that no other program uses.
    await useRbldnsd([{ zone: 'list.test', kind: 'ip4set', lines: '127.0.0.1' }], { host: '127.0.53.25', port: 53 })
    const port = await usePostfix({
      settings: 'smtpd_client_restrictions = reject_rbl_client list.test',
      files: { 'etc/resolv.conf': 'nameserver 127.0.53.25\noptions timeout:1 attempts:1\n' },
    })
    for (const local of ['ada', 'bob']) expect(await probe(port, local)).toMatchObject(unknown('refused'))
  })
})
