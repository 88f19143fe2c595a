// The service sends through Debian's own Exim and Postfix on loopback, which pass the mail on to a mailbox here. scripts/mail-servers.sh
// unpacks them.
import { describe, expect, onTestFinished, test } from 'vitest'
import { sessionCookieFor } from '../../src/access/session-cookie.ts'
import { createAccount, findUserOf } from '../../src/accounts/accounts.ts'
import { ensureFirstAccount } from '../../src/accounts/first-account.ts'
import { createSessions } from '../../src/identity/sessions/sessions.ts'
import { type Service, startService } from '../bulk/service.ts'
import { freePort } from '../stand-ins/bind.ts'
import { makeCertificate, trustCertificate } from '../stand-ins/certificate.ts'
import { useMailServer } from '../stand-ins/mail-server.ts'
import { headerOf, type SmtpStandIn, textOf, useSmtpServer } from '../stand-ins/smtp-server.ts'

const LOGIN = { user: 'mailsift', pass: 'a password with / and @' }
const REFUSED = 'refused@contoso.com'
/** The stand-in of the mailboxes is the next server. */
type Server = { name: string; start(files: Certificate, next: number): Promise<number>; reply: RegExp }
type Certificate = { key: string; cert: string }

const SERVERS: Server[] = [
  {
    name: 'Exim, with a user and a password',
    async start({ key, cert }, next) {
      const port = await freePort()
      await useMailServer({
        packages: ['exim4-daemon-light'],
        files: {
          'etc/key.pem': key,
          'etc/cert.pem': cert,
          'etc/exim4/exim4.conf': `primary_hostname = mail.test
keep_environment =
log_file_path = /var/spool/exim4/log/%slog
local_interfaces = 127.0.0.1
daemon_smtp_ports = ${port}
tls_advertise_hosts = *
tls_certificate = /etc/cert.pem
tls_privatekey = /etc/key.pem
auth_advertise_hosts = \${if eq{$tls_in_cipher}{}{}{*}}
host_lookup =
acl_smtp_rcpt = check_rcpt
acl_smtp_data = check_data
begin acl
check_rcpt:
  deny recipients = ${REFUSED}
       message = 5.1.1 No mailbox of this name
  accept authenticated = *
         encrypted = *
  deny message = 5.7.0 Sign in first
check_data:
  accept
begin routers
next:
  driver = manualroute
  route_list = * 127.0.0.1
  self = send
  transport = next
begin transports
next:
  driver = smtp
  port = ${next}
  allow_localhost
  hosts_avoid_tls = *
begin authenticators
plain:
  driver = plaintext
  public_name = PLAIN
  server_prompts = :
  server_condition = \${if and{{eq{$auth2}{${LOGIN.user}}}{eq{$auth3}{${LOGIN.pass}}}}}
  server_set_id = $auth2
`,
        },
        command:
          'chown root /etc/exim4/exim4.conf; chown Debian-exim /etc/key.pem; mkdir -p /var/spool/exim4/log; chown -R Debian-exim:Debian-exim /var/spool/exim4; exec exim4 -bdf -oP /tmp/exim.pid 2>&1',
        port,
      })
      return port
    },
    reply: /550 5\.1\.1 No mailbox of this name/,
  },
  {
    name: 'Postfix, for the machines that it trusts',
    async start({ key, cert }, next) {
      const port = await freePort()
      await useMailServer({
        packages: ['postfix'],
        files: {
          'etc/key.pem': key,
          'etc/cert.pem': cert,
          'etc/postfix/main.cf': `compatibility_level = 3.6
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
myhostname = mail.test
mydestination =
mynetworks = 127.0.0.0/8
alias_maps =
maillog_file = /var/log/postfix.log
relayhost = [127.0.0.1]:${next}
smtpd_tls_cert_file = /etc/cert.pem
smtpd_tls_key_file = /etc/key.pem
smtpd_tls_security_level = encrypt
smtpd_tls_received_header = yes
smtpd_recipient_restrictions = check_recipient_access inline:{${REFUSED}=reject}, permit_mynetworks, reject
`,
          'etc/postfix/master.cf': `127.0.0.1:${port} inet n - n - - smtpd
postlog unix-dgram n - n - 1 postlogd
rewrite unix - - n - - trivial-rewrite
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
smtp unix - - n - - smtp
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
proxymap unix - - n - - proxymap
anvil unix - - n - 1 anvil
tlsmgr unix - - n 1000? 1 tlsmgr
`,
        },
        command: 'chown -R postfix /var/lib/postfix; exec postfix start-fg 2>&1',
        port,
      })
      return port
    },
    reply: /554 5\.7\.1 <refused@contoso\.com>: Recipient address rejected: Access denied/,
  },
]

/** The mailboxes, and the service, which reaches them through the server. */
async function setUp(server: Server, login = LOGIN): Promise<{ service: Service; mailboxes: SmtpStandIn }> {
  const certificate = makeCertificate()
  trustCertificate(certificate)
  const mailboxes = await useSmtpServer()
  const port = await server.start(certificate, mailboxes.port)
  const access = server.name.includes('password') ? `${login.user}:${encodeURIComponent(login.pass)}@` : ''
  const service = await startService({
    SMTP_URL: `smtp://${access}127.0.0.1:${port}?tls=required`,
    MAIL_FROM: 'Mailsift <mail@mailsift.test>',
  })
  onTestFinished(() => service.stop())
  await ensureFirstAccount(service.db, service.dataDir)
  return { service, mailboxes }
}

async function post(service: Service, path: string, body: unknown, headers: object = {}): Promise<Response> {
  return fetch(service.origin + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
}

async function sessionOf({ db, origin }: Service, who: string): Promise<Record<string, string>> {
  const secrets = ['a secret for tests that is long enough'] as const
  const sessions = createSessions({ db, secrets, cookie: sessionCookieFor(origin) })
  const { bearerToken } = await sessions.start(db, (await findUserOf(db, who))!)
  return { authorization: `Bearer ${bearerToken}` }
}

describe('real mail servers', () => {
  test.each(SERVERS)('$name: invitations and resets arrive over STARTTLS, and a refusal is shown', async (server) => {
    const { service, mailboxes } = await setUp(server)
    const { email } = await createAccount(service.db, { email: 'ann@contoso.com' })
    const ann = await sessionOf(service, email)
    const invited = await post(service, '/account/invitations', { role: 'viewer', email: 'grace@contoso.com' }, ann)
    const { link, mailed } = (await invited.json()) as { link: string; mailed: boolean }
    expect(mailed).toBe(true)
    const invitation = await mailboxes.next('grace@contoso.com')
    expect(textOf(invitation)).toContain(link)
    expect(headerOf(invitation, 'Received')).toMatch(/127\.0\.0\.1.* by mail\.test /)
    expect(invitation.raw).toMatch(/TLSv1\.3|TLS1\.3/)

    expect((await post(service, '/account/password-reset-request', { email })).status).toBe(204)
    expect(textOf(await mailboxes.next(email))).toMatch(/#reset=[\w-]{43}/)

    const owner = await sessionOf(service, 'owner@mailsift.internal')
    expect((await post(service, '/account/test-mail', { to: 'grace@contoso.com' }, owner)).status).toBe(204)
    expect(headerOf(await mailboxes.next('grace@contoso.com'), 'Subject')).toMatch(/test/i)
    const refused = await post(service, '/account/test-mail', { to: REFUSED }, owner)
    const problem = (await refused.json()) as { code: string; detail: string }
    expect([refused.status, problem.code]).toEqual([502, 'mail_failed'])
    expect(problem.detail).toMatch(server.reply)
  })

  test('a wrong password is shown to the operator with the reply of the server, and no mail is lost', async () => {
    const { service, mailboxes } = await setUp(SERVERS[0]!, { ...LOGIN, pass: 'wrong' })
    const owner = await sessionOf(service, 'owner@mailsift.internal')
    const refused = await post(service, '/account/test-mail', { to: 'grace@contoso.com' }, owner)
    expect(await refused.json()).toMatchObject({
      code: 'mail_failed',
      detail: expect.stringMatching(/EAUTH.*535/),
    })
    expect(mailboxes.received).toEqual([])
  })
})
