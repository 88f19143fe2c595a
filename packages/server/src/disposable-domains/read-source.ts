/** The domains of a fetched list: text with one domain a line, or JSON (an array, or an object that has the names as keys). */
import { domainToASCII } from 'node:url'

const MOST_NAMES = 200_000
const LONGEST_NAME = 253
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})$/
/** Share of domains among the lines that are no comment: a web page or a log has far fewer. */
const SMALLEST_SHARE_OF_DOMAINS = 0.9

/**
 * Where most people have their mail. A list that names one of these has been mixed up with another file, or was tampered
 * with: nothing of it is taken. Single mistakes of a sound list are the engine's to leave out.
 */
const CANARIES: ReadonlySet<string> = new Set(
  `
  gmail.com googlemail.com outlook.com hotmail.com live.com msn.com yahoo.com yahoo.co.uk yahoo.co.jp ymail.com aol.com
  icloud.com me.com mac.com proton.me protonmail.com gmx.de gmx.net gmx.com web.de t-online.de freenet.de orange.fr free.fr
  laposte.net libero.it mail.ru yandex.ru rambler.ru qq.com 163.com 126.com sina.com naver.com hanmail.net daum.net zoho.com
  fastmail.com tutanota.com mail.com comcast.net verizon.net att.net btinternet.com wp.pl o2.pl seznam.cz uol.com.br
  rediffmail.com google.com microsoft.com apple.com amazon.com facebook.com github.com wikipedia.org
  `
    .trim()
    .split(/\s+/),
)

export type ListProblem = 'unreadable' | 'canary' | 'too_many'
export type ReadList = { ok: true; domains: ReadonlySet<string> } | { ok: false; problem: ListProblem }

export function readList(body: Uint8Array): ReadList {
  const entries = entriesOf(new TextDecoder().decode(body))
  if (entries === undefined) return { ok: false, problem: 'unreadable' }
  if (entries.length > MOST_NAMES) return { ok: false, problem: 'too_many' }
  const domains = new Set<string>()
  let readable = 0
  for (const entry of entries) {
    const domain = domainOf(entry)
    if (domain === undefined) continue
    readable++
    domains.add(domain)
    if (CANARIES.has(domain)) return { ok: false, problem: 'canary' }
  }
  const isList = readable > 0 && readable >= entries.length * SMALLEST_SHARE_OF_DOMAINS
  return isList ? { ok: true, domains } : { ok: false, problem: 'unreadable' }
}

function entriesOf(text: string): readonly string[] | undefined {
  if (!/^\s*[[{]/.test(text)) return text.split('\n').filter((line) => /^\s*[^\s#;]/.test(line))
  try {
    return namesIn(JSON.parse(text) as unknown).filter((name) => typeof name === 'string')
  } catch {
    return undefined
  }
}

function namesIn(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value
  const { domains = value } = value as { domains?: unknown }
  return Array.isArray(domains) ? domains : Object.keys(domains as object)
}

/** Some lists write a wildcard or the @ sign before a name; what lies below a listed name counts anyway. */
function domainOf(entry: string): string | undefined {
  const name = entry.trim().replace(/^(?:\*\.|\.|@)/, '')
  const ascii = /^[!-~]*$/.test(name) ? name.toLowerCase() : domainToASCII(name)
  return ascii.length <= LONGEST_NAME && DOMAIN.test(ascii) ? ascii : undefined
}
