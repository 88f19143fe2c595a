import { fullHostName, hostEndings, integer, mailbox, onOff, publicAddress, url } from '../parsers.ts'
import { setting } from '../setting.ts'

/** Their mail hosts accept every name and bounce later, or refuse clients that they do not know: nothing can be learned from them. */
const SKIPPED_HOSTS: readonly string[] = [
  // Microsoft 365 and Outlook.com
  'protection.outlook.com',
  'mx.microsoft',
  // Yahoo and AOL
  'yahoodns.net',
  // Gmail and Google Workspace
  'google.com',
  'googlemail.com',
  'smtp.goog',
  // iCloud
  'mail.icloud.com',
  'mail.me.com',
]

export const PROBE = {
  probe: setting(
    'PROBE',
    onOff,
    false,
    'Ask mail servers whether a mailbox exists, for accounts that you allow. Requires PROBE_HELO, PROBE_SENDER and PROBE_ADDRESS, and a passed self-test (`npm run -s admin -- probe check`). Read [the guide](guides/probe.md) first.',
  ),
  probeHelo: setting(
    'PROBE_HELO',
    fullHostName,
    '',
    'Name by which probes greet mail servers. It must resolve to PROBE_ADDRESS, and PROBE_ADDRESS back to it.',
    { shown: 'none' },
  ),
  probeSender: setting(
    'PROBE_SENDER',
    mailbox,
    '',
    'Sender of probes: a mailbox that people read, at a domain with MX and an SPF record that permits PROBE_ADDRESS.',
    { shown: 'none' },
  ),
  probeAddress: setting(
    'PROBE_ADDRESS',
    publicAddress,
    '',
    'Public IPv4 or IPv6 address that mail servers see. Probes use only its family.',
    { shown: 'none' },
  ),
  probeProxy: setting(
    'PROBE_PROXY',
    url('socks5:'),
    '',
    'SOCKS5 proxy for probes, as `socks5://host:port` or `socks5://user:password@host:port`. PROBE_ADDRESS is then the address of the proxy.',
    { shown: 'none', secret: true },
  ),
  probeDailyMax: setting(
    'PROBE_DAILY_MAX',
    integer(1, 100_000),
    1_000,
    'Maximum number of probes a day for all accounts. The first day has 50, and each further day of use has twice as many until this number.',
  ),
  probeSkipHosts: setting(
    'PROBE_SKIP_HOSTS',
    hostEndings,
    SKIPPED_HOSTS,
    'Mail hosts that are not probed, by the ends of their names, separated by commas. The defaults do not answer truthfully.',
  ),
  probeCheckHost: setting(
    'PROBE_CHECK_HOST',
    fullHostName,
    'gmail-smtp-in.l.google.com',
    'Mail server that the self-test greets to find out whether port 25 is open. It is sent no address.',
  ),
}
