// The self-test looks at this service as a mail server does: whether the sending address, its name and the sender fit together. Each
// failed check says what was found and what to change. "Could not find out" fails as well, and says so.
import ipaddr from 'ipaddr.js'
import { type Checked, lookUpBlocklist, readBlocklist } from '../domains/facts.ts'
import type { DnsClient } from '../platform/dns/client.ts'
import { reverseNameOf } from '../platform/dns/reversed-address.ts'
import type { GuardedDial } from '../platform/outbound/guarded-dial.ts'
import { converse } from './conversation.ts'
import { SMTP_PORT } from './dial.ts'
import { checkSpf, type SpfResult } from './spf.ts'

/** As mail servers see this service. */
export type Identity = {
  heloName: string
  /** A mailbox that people read. */
  sender: string
  address: string
}

export type SelfTestDeps = {
  dns: Pick<DnsClient, 'ask'>
  dial: GuardedDial
  /** As DNSBL has them; those of addresses are queried. */
  blocklists: readonly string[]
  /** A mail server that anybody may greet, to see whether port 25 is open. */
  greetHost: string
  port?: number
}

const CHECKS = ['forward', 'reverse', 'sender_mx', 'spf', 'port_25', 'sender', 'blocklists'] as const
type CheckName = (typeof CHECKS)[number]
export type Check = { name: CheckName; passed: boolean; message: string }

export async function runSelfTest(deps: SelfTestDeps, identity: Identity): Promise<Check[]> {
  const tests: Readonly<Record<CheckName, () => Promise<string | undefined>>> = {
    forward: () => checkForward(deps, identity),
    reverse: () => checkReverse(deps, identity),
    sender_mx: async () => {
      const hosts = await mailHostsOf(deps, identity.sender)
      return typeof hosts === 'string' ? hosts : undefined
    },
    spf: () => checkSenderSpf(deps, identity),
    port_25: () => checkPort25(deps, identity),
    sender: () => checkSender(deps, identity),
    blocklists: () => checkBlocklists(deps, identity),
  }
  return Promise.all(
    CHECKS.map(async (name) => {
      const problem = await tests[name]()
      return { name, passed: problem === undefined, message: problem ?? PASSED[name](identity) }
    }),
  )
}

const PASSED: Readonly<Record<CheckName, (identity: Identity) => string>> = {
  forward: ({ heloName, address }) => `${heloName} resolves to ${address}.`,
  reverse: ({ heloName, address }) => `The PTR record of ${address} is ${heloName}.`,
  sender_mx: ({ sender }) => `${domainOf(sender)} has mail servers (MX).`,
  spf: ({ sender, address }) => `The SPF record of ${domainOf(sender)} permits ${address}.`,
  port_25: () => 'Port 25 is open.',
  sender: ({ sender }) => `The mail server of ${domainOf(sender)} accepts mail for ${sender}.`,
  blocklists: ({ address }) => `${address} is on no blocklist of addresses that DNSBL names.`,
}

const noAnswer = (what: string) => `Could not find out ${what}: DNS did not answer. Check DNS_SERVERS, then try again.`

async function checkForward({ dns }: SelfTestDeps, { heloName, address }: Identity): Promise<string | undefined> {
  const type = ipaddr.IPv4.isValid(address) ? 'A' : 'AAAA'
  const reply = await dns.ask(heloName, type)
  if (!reply.known) return noAnswer(`the address of ${heloName}`)
  const found = reply.records.map(String)
  if (found.some((each) => isSame(each, address))) return undefined
  const instead = found.length > 0 ? `resolves to ${found.join(', ')}, not to ${address}` : `has no ${type} record`
  return `${heloName} ${instead}. Add the ${type} record ${address} for ${heloName}, or correct PROBE_HELO or PROBE_ADDRESS.`
}

async function checkReverse({ dns }: SelfTestDeps, { heloName, address }: Identity): Promise<string | undefined> {
  const reply = await dns.ask(reverseNameOf(address), 'PTR')
  if (!reply.known) return noAnswer(`the PTR record of ${address}`)
  const found = reply.records.map((each) => String(each).toLowerCase().replace(/\.$/, ''))
  if (found.includes(heloName.toLowerCase())) return undefined
  const instead = found.length > 0 ? `is ${found.join(', ')}, not ${heloName}` : 'is missing'
  return `The PTR record of ${address} ${instead}. The provider of the address sets it, often under the name "reverse DNS".`
}

/** In order of preference, or what is wrong. */
async function mailHostsOf({ dns }: SelfTestDeps, sender: string): Promise<readonly string[] | string> {
  const domain = domainOf(sender)
  const reply = await dns.ask(domain, 'MX')
  if (!reply.known) return noAnswer(`the mail servers of ${domain}`)
  const records = (reply.records as { preference: number; exchange: string }[]).filter(
    ({ exchange }) => exchange !== '.',
  )
  const hosts = records.toSorted((one, other) => one.preference - other.preference).map(({ exchange }) => exchange)
  return hosts.length > 0
    ? hosts
    : `${domain} has no mail server (MX record). Mail servers refuse senders that cannot receive: add one, or correct PROBE_SENDER.`
}

const SPF_PROBLEMS: Readonly<Record<Exclude<SpfResult, 'pass' | 'unknown'>, string>> = {
  none: 'There is no SPF record',
  fail: 'The SPF record forbids the address',
  softfail: 'The SPF record does not permit the address (~all)',
  neutral: 'The SPF record does not mention the address',
  unreadable: 'The SPF record has a fault, or uses exists, ptr or macros, which this check does not evaluate',
}

async function checkSenderSpf({ dns }: SelfTestDeps, { sender, address }: Identity): Promise<string | undefined> {
  const domain = domainOf(sender)
  const result = await checkSpf({ dns }, { domain, address })
  if (result === 'pass') return undefined
  if (result === 'unknown') return noAnswer(`the SPF record of ${domain}`)
  const term = `${ipaddr.IPv4.isValid(address) ? 'ip4' : 'ip6'}:${address}`
  return `${SPF_PROBLEMS[result]}. Add ${term} to the TXT record of ${domain} that starts with v=spf1.`
}

async function checkPort25({ dial, greetHost, port = SMTP_PORT }: SelfTestDeps, identity: Identity) {
  const socket = await dial(greetHost, port)
  if (!socket)
    return `No connection to ${greetHost} on port 25. Most cloud providers block the port until you ask them to open it; home connections rarely have it.`
  const heard = await converse(socket, { ...identity, host: greetHost, recipient: null })
  if (heard.state === 'greeted') {
    const seen = heard.seenAs
    if (seen === null || isSame(seen, identity.address)) return undefined
    return `${greetHost} sees the address ${seen}, not ${identity.address}. Set PROBE_ADDRESS to the address that mail leaves from.`
  }
  return heard.state === 'refused'
    ? `${greetHost} refuses this service: ${heard.reply.code} ${oneLine(heard.reply.text)}`
    : `The connection to ${greetHost} on port 25 failed (${'reason' in heard ? heard.reason : heard.state}). A firewall or a proxy may be in between.`
}

/** The sender's own mail server has to accept mail for it, so that people who see probes can write to the operator. */
async function checkSender(deps: SelfTestDeps, identity: Identity): Promise<string | undefined> {
  const { dial, port = SMTP_PORT } = deps
  const { sender } = identity
  const hosts = await mailHostsOf(deps, sender)
  if (typeof hosts === 'string')
    return `Could not test whether ${sender} accepts mail, because its mail server is not known.`
  for (const host of hosts) {
    const socket = await dial(host, port)
    if (!socket) continue
    const heard = await converse(socket, { ...identity, host, recipient: sender })
    if (heard.state === 'answered' && heard.recipient.code === 250) return undefined
    if (heard.state === 'answered' || heard.state === 'refused') {
      const { code, text } = heard.state === 'answered' ? heard.recipient : heard.reply
      return `${host} does not accept mail for ${sender}: ${code} ${oneLine(text)} The sender has to be a mailbox that people read.`
    }
  }
  return `No mail server of ${domainOf(sender)} (${hosts.join(', ')}) could be reached on port 25.`
}

async function checkBlocklists({ dns, blocklists }: SelfTestDeps, { address }: Identity): Promise<string | undefined> {
  const lists = blocklists.map(readBlocklist).filter(({ kind }) => kind === 'address')
  const ask = async (name: string): Promise<Checked<{ exists: boolean; records: string[]; ttlSeconds: number }>> => {
    const reply = await dns.ask(name, 'A')
    if (!reply.known) return reply
    return { known: true, value: { ...reply, records: reply.records.map(String) } }
  }
  const entries = await Promise.all(
    lists.map((list) => lookUpBlocklist(ask, list, { domain: '', addresses: [address] })),
  )
  const listed = entries.flat().filter(({ state }) => state === 'listed')
  if (listed.length > 0)
    return `${address} is listed at ${listed.map(({ list }) => list).join(', ')}. Find out why and ask the list to remove it before you go on.`
  const silent = entries.flat().filter(({ state }) => state === 'unknown')
  if (silent.length > 0)
    return `Could not find out whether ${address} is listed: ${silent.map(({ list }) => list).join(', ')} did not answer this resolver. Set DNS_SERVERS to a resolver of your own, or remove the list from DNSBL.`
  return undefined
}

function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1).toLowerCase()
}

function isSame(one: string, other: string): boolean {
  return ipaddr.isValid(one) && ipaddr.process(one).toString() === ipaddr.process(other).toString()
}

function oneLine(text: string): string {
  const line = text.split('\n').join(' ').trim()
  return /[.!?]$/.test(line) ? line : `${line}.`
}
