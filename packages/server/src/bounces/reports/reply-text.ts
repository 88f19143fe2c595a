// A server's reply, taken apart: its codes, and its words without addresses, hosts and links, which state nothing.

export type ReplyText = {
  /** The three digits (RFC 5321), where a line begins with them. */
  replyCode: string | undefined
  /** Enhanced status codes (RFC 3463) that are tokens of their own, in order. */
  statuses: string[]
  /** Lower case, one space between words; an address is `<>`. */
  words: string
  /** The beginnings of statements: a known sentence has to start at one of them. */
  statements: string[]
}

/**
 * A token behind a reply code, a punctuation mark or at the beginning of a line: neither part of an IP address or of a longer number, nor the version of a
 * program that the words name. `550-5.1.1`, `(#5.1.1)` and `5.1.1:` are tokens.
 */
const STATUS = /(?<![\w.]|[^\s\W][ \t])#?([245]\.\d{1,3}\.\d{1,3})(?![\w]|\.\d|-\d|-[a-z])/gi
/** After the reply code of a line, as Gmail writes it, or the name of the field. */
const STATUS_AFTER_CODE =
  /(?<=(?<![\w.])(?:[245]\d\d|code|status|dsn|error)[ -])([245]\.\d{1,3}\.\d{1,3})(?![\w]|\.\d)/gi
const REPLY_CODE = /(?<![\w.#:=/-])([245]\d\d)(?:[ -]|$)/

function statusesIn(text: string): string[] {
  const found = [...text.matchAll(STATUS_AFTER_CODE), ...text.matchAll(STATUS)]
  return [...new Set(found.sort((one, other) => one.index - other.index).map((match) => match[1]!))]
}

export function readReply(text: string): ReplyText {
  const statuses = statusesIn(text)
  const lower = text.toLowerCase().replaceAll('’', "'")
  const plain = withoutNames(lower)
  return {
    replyCode: REPLY_CODE.exec(lower)?.[1],
    statuses,
    words: squeeze(plain),
    statements: statementsOf(plain),
  }
}

const LINK = /\bhttps?:\/\/[^\s"')>\]]+/g
/** Names of block lists, which say more than the words around them. */
const BLOCK_LISTS =
  /spamhaus|spamcop|barracuda|sorbs|uceprotect|surbl|uribl|abuseat|dnsbl|senderscore|\bs?bl\.|\brbl\.|dbl\.|invaluement|mailspike/

const SEPARATORS = /([\s<>(),;:"'[\]=]+)/

function withoutNames(text: string): string {
  const plain = text.replaceAll(LINK, (link) => (BLOCK_LISTS.test(link) ? ' blocklist ' : ' '))
  return plain
    .split(SEPARATORS)
    .map(withoutName)
    .join('')
    .replaceAll(/<<>>|\[<>\]/g, ' <> ')
}

function withoutName(word: string): string {
  const at = word.indexOf('@')
  if (at > 0 && at < word.length - 1) return '<>'
  if (!/[a-z0-9_-]\.[a-z0-9_-]/.test(word)) return word
  if (BLOCK_LISTS.test(word)) return ' blocklist '
  // Microsoft's machine-readable reasons and sentences without a space behind their period are words.
  return word.startsWith('resolver.') || /\.(?:[a-z]{7,30}|the|please|this)$/.test(word) ? word : ' '
}

const squeeze = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

/** A statement begins with a line, after a reply code, after a colon, after `...`, after an address or after the end of a sentence. */
const STARTS =
  /\r?\n|:|\.\.\.|[.!;,](?=\s)|\(|\)|\[|\]|"|'(?=\s|$)|(?<=\s)'| - |\s-+\s|(?<![\w.])[245]\d\d(?=[ -]|$)[ -]?|#/

function statementsOf(plain: string): string[] {
  const parts = plain.split(STARTS)
  // `User <jane@…> unknown` is one statement, and `<jane@…> unknown user` begins behind the address.
  return [...parts, ...parts.flatMap((each) => (each.includes('<>') ? each.split('<>') : []))]
    .map((each) =>
      squeeze(each)
        .replace(/^[^\p{L}<]{1,40}/u, '')
        .replace(/[.!,;]$/, ''),
    )
    .filter((each) => each !== '')
}
