// The server's words: what is kept of them, and by which of them reports are compared.

const REPLY_MAX_CHARACTERS = 500
/** Longer replies are cut before anything else reads them. */
const READ_MAX_CHARACTERS = 4_096
const PLACEHOLDER = '<address>'

const WORDS = /[^\s<>()[\],;:"]+/g
const BRACKETED = /<{1,2}<address>>{1,2}/g

/** Without addresses, also where the recipient's local part stands alone; at most 500 characters. */
export function redactReply(reply: string, recipient: string): string {
  const text = withoutAddresses(reply, recipient)
  // PostgreSQL stores no half of a surrogate pair.
  return text.length <= REPLY_MAX_CHARACTERS
    ? text.toWellFormed()
    : `${text
        .slice(0, REPLY_MAX_CHARACTERS - 1)
        .toWellFormed()
        .trimEnd()}…`
}

function withoutAddresses(reply: string, recipient: string): string {
  const text = reply
    .slice(0, READ_MAX_CHARACTERS)
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
  return withoutLocalPart(
    text.replaceAll(WORDS, (word) => (isAddress(word) ? PLACEHOLDER : word)),
    recipient,
  ).replaceAll(BRACKETED, PLACEHOLDER)
}

/** Anything with an @ sign, and an address in a return path (VERP: `jane=example.com`). */
const isAddress = (word: string) => (word.length > 1 && word.includes('@')) || /[^=]=[a-z0-9-]+\./i.test(word)

/** Shorter ones are words, too: "no", "all". */
const LOCAL_PART_MIN_CHARACTERS = 3

function withoutLocalPart(text: string, recipient: string): string {
  const local = recipient.slice(0, recipient.lastIndexOf('@')).trim()
  const names = [local, local.split('+')[0]!].filter((name) => name.length >= LOCAL_PART_MIN_CHARACTERS)
  let redacted = text
  for (const name of new Set(names)) redacted = withoutWord(redacted, name)
  return redacted
}

const WORD = /[\p{L}\p{N}]/u

function withoutWord(text: string, word: string): string {
  const [lower, wanted] = [text.toLowerCase(), word.toLowerCase()]
  // Some letters change their length in lower case: then positions differ, and only the same spelling is found.
  const searched = lower.length === text.length ? lower : text
  let [redacted, from] = ['', 0]
  for (let at = searched.indexOf(wanted); at >= 0; at = searched.indexOf(wanted, at + wanted.length)) {
    const end = at + wanted.length
    if (WORD.test(text[at - 1] ?? '') || WORD.test(text[end] ?? '')) continue
    redacted += text.slice(from, at) + PLACEHOLDER
    from = end
  }
  return redacted + text.slice(from)
}

const IPV6 = /(?:[0-9a-f]{0,4}:){2,7}[0-9a-f]{0,4}/g
const HOST = /^(?:[\p{L}\p{N}_-]+\.)+[\p{L}\p{N}-]+\.?$/u
/** Reply codes and enhanced status codes (RFC 3463). */
const CODE = /^(?:[245]\d\d|[245]\.\d{1,3}\.\d{1,3})$/

/** The words that two reports of one cause share: without addresses, hosts, numbers and ids. Empty where nothing is left to compare. */
export function comparableText(reply: string, recipient: string): string {
  const words = withoutAddresses(reply, recipient)
    .replaceAll(PLACEHOLDER, ' ')
    .toLowerCase()
    .replaceAll(IPV6, ' ')
    .split(/[\s<>()[\]{},;:"'`=!?/\\|…]+/)
    .map(withoutMarks)
    .filter((word) => CODE.test(word) || (word !== '' && !HOST.test(word) && !/\d/.test(word)))
  return words.some((word) => !CODE.test(word)) ? words.join(' ') : ''
}

const MARKS = '.#*_-'

function withoutMarks(word: string): string {
  let [start, end] = [0, word.length]
  while (start < end && MARKS.includes(word[start]!)) start++
  while (end > start && MARKS.includes(word[end - 1]!)) end--
  return word.slice(start, end)
}
