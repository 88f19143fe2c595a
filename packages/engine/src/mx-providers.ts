/**
 * Who runs a mail host. In a pattern `*` stands for one or more whole labels, or for the rest of a label it ends.
 * A gateway hides the mailboxes behind it, so the gateway is the answer. `build/provider-domains.ts` uses the same names.
 */
const PATTERNS: Readonly<Record<string, string>> = {
  'google-gmail': 'gmail-smtp-in.l.google.com *.gmail-smtp-in.l.google.com',
  'google-workspace': 'aspmx.l.google.com *.aspmx.l.google.com *.googlemail.com smtp.google.com',
  'microsoft-consumer': '*.olc.protection.outlook.com *.hotmail.com',
  'microsoft-365': '*.mail.protection.outlook.com *.mail.eo.outlook.com *.mx.microsoft',
  yahoo: '*.am0.yahoodns.net *.mail.gm0.yahoodns.net mx-eu.mail.*.yahoodns.net mx-apac.mail.*.yahoodns.net',
  aol: '*.mx.aol.com',
  'apple-icloud': '*.mail.icloud.com',
  proton: '*.protonmail.ch',
  fastmail: '*.messagingengine.com',
  zoho: '*.zoho.com *.zohomail.com *.zoho.eu *.zoho.in',
  yandex: 'mx.yandex.ru mx.yandex.net',
  'mail.ru': 'emx.mail.ru mxs.mail.ru',
  qq: '*.qq.com',
  aliyun: '*.mxhichina.com *.qiye.aliyun.com',
  netease: '*.163.com *.netease.com',
  gmx: '*.gmx.net *.gmx.com',
  ionos: 'mx00.ionos.* mx01.ionos.* *.kundenserver.de *.schlund.de *.1and1.com *.1and1.co.uk *.1and1.fr',
  strato: '*.rzone.de',
  'df.eu': '*.ispgateway.de',
  ovh: '*.ovh.net',
  gandi: '*.gandi.net',
  godaddy: '*.secureserver.net',
  'namecheap-privateemail': '*.privateemail.com',
  rackspace: '*.emailsrvr.com',
  migadu: '*.migadu.com',
  'mailbox.org': '*.mailbox.org',
  tuta: 'mail.tutanota.de',
  runbox: 'mx.runbox.com',
  pobox: '*.pobox.com',
  'one.com': '*.one.com',
  dreamhost: '*.mail.dreamhost.com',
  hostinger: '*.hostinger.in *.hostinger.com',
  titan: '*.titan.email',
  'tucows-hostedemail': '*.hostedemail.com',
  'network-solutions': '*.netsolmail.net',
  intermedia: '*.intermedia.net *.serverdata.net',
  'amazon-workmail-ses': 'inbound-smtp.*.amazonaws.com',
  // Gateways
  proofpoint: '*.pphosted.com',
  'proofpoint-essentials': '*.ppe-hosted.com',
  mimecast: '*.mimecast.com',
  'broadcom-messagelabs': '*.messagelabs.com *.inboundmx.com',
  barracuda: '*.barracudanetworks.com',
  'cisco-iphmx': '*.iphmx.com',
  'trend-micro': '*.tmes.trendmicro.com *.tmes.trendmicro.eu',
  forcepoint: '*.mailcontrol.com',
  'cyren-expurgate': '*.ctmail.com *.expurgate.net',
  'fireeye-trellix': '*.fireeyecloud.com',
  appriver: '*.arsmtp.com',
  'spamexperts-n-able': '*.spamexperts.com *.spamexperts.eu',
  hornetsecurity: '*.hornetsecurity.com',
  'mxthunder-spamhero': '*.mxthunder.com *.mxthunder.net',
  // Forwarders, senders with an inbound service, and what is no mailbox at all
  'cloudflare-email-routing': '*.mx.cloudflare.net',
  forwardemail: 'mx1.forwardemail.net mx2.forwardemail.net',
  improvmx: 'mx1.improvmx.com mx2.improvmx.com',
  'namecheap-eforward': 'eforward*.registrar-servers.com',
  mailgun: '*.mailgun.org',
  sendgrid: 'mx.sendgrid.net',
  postmark: 'inbound.postmarkapp.com',
  mandrill: '*.mandrillapp.com',
  mailinator: '*.mailinator.com',
  'temp-mail': '*.temp-mail.org *.temp-mail.ru',
  'parking-mx': 'park-mx.above.com *.parklogic.com mail.h-email.net',
}

const MATCHERS = Object.entries(PATTERNS).flatMap(([provider, patterns]) =>
  patterns.split(' ').map((pattern) => ({ provider, labels: pattern.split('.') })),
)

/** The provider of a mail host (lower case, no trailing dot), if one of the patterns names it. */
export function providerOfMxHost(host: string): string | undefined {
  const labels = host.split('.')
  return MATCHERS.find((matcher) => matches(matcher.labels, 0, labels, 0))?.provider
}

function matches(pattern: readonly string[], p: number, labels: readonly string[], l: number): boolean {
  if (p === pattern.length) return l === labels.length
  if (l === labels.length) return false
  const wanted = pattern[p]!
  const label = labels[l]!
  if (wanted === '*') return matches(pattern, p + 1, labels, l + 1) || matches(pattern, p, labels, l + 1)
  const fits = wanted.endsWith('*') ? label.startsWith(wanted.slice(0, -1)) : label === wanted
  return fits && matches(pattern, p + 1, labels, l + 1)
}
