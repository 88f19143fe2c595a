// Strings that break things elsewhere: over real HTTP they come back as they were sent, validated, and harmless in a spreadsheet.
import type { Download, JobResults, PreparedUpload, SubmittedGroup } from '@mailsift/contract'
import { parse } from 'csv-parse/sync'
import { beforeAll, expect, test } from 'vitest'
import { type Caller, type Service, startService } from './service.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
  return () => service.stop()
})

const DOMAIN_189 = `${'a'.repeat(63)}.${'b'.repeat(63)}.${'c'.repeat(57)}.com`
const LOCAL_64 = 'x'.repeat(64)

/** The input, and what its trimmed form is accepted as; null where it is refused. */
const STRINGS: [name: string, input: string, inbound: string | null][] = [
  ['NUL alone', '\0', null],
  ['NUL inside', 'a\0b@gmail.com', null],
  ['a lone high surrogate', '\ud800@gmail.com', null],
  ['a lone low surrogate', 'a\udfff@gmail.com', null],
  ['254 characters', `${LOCAL_64}@${DOMAIN_189}`, `${LOCAL_64}@${DOMAIN_189}`],
  ['255 characters', `${LOCAL_64}@c${DOMAIN_189}`, null],
  ['64 before the @ sign', `${LOCAL_64}@gmail.com`, `${LOCAL_64}@gmail.com`],
  ['65 before the @ sign', `x${LOCAL_64}@gmail.com`, null],
  ['NBSP around it', '\u00a0ann@gmail.com\u00a0', 'ann@gmail.com'],
  ['ideographic space around it', '\u3000ann@gmail.com\u3000', 'ann@gmail.com'],
  ['ZWSP before it', '\u200bann@gmail.com', '\u200bann@gmail.com'],
  ['a bidi override', '\u202eann@gmail.com', '\u202eann@gmail.com'],
  ['a Cyrillic a before the @ sign', '\u0430nn@gmail.com', '\u0430nn@gmail.com'],
  ['a Cyrillic a in the domain', 'ann@gm\u0430il.com', 'ann@gm\u0430il.com'],
  ['punycode', 'ann@xn--mnchen-3ya.de', 'ann@xn--mnchen-3ya.de'],
  ['punycode that is none', 'ann@xn--zzzzzz.de', null],
  ['a quoted local part', '"ann lee"@gmail.com', '"ann lee"@gmail.com'],
  ['an @ sign in quotes', '"a@b"@gmail.com', '"a@b"@gmail.com'],
  ['an IPv4 literal', 'ann@[192.0.2.1]', null],
  ['an IPv6 literal', 'ann@[IPv6:2001:db8::1]', null],
  ['nothing', '', null],
  ['an emoji', '\u{1f600}@gmail.com', '\u{1f600}@gmail.com'],
]
const SUSPICIOUS = ['ZWSP before it', 'a bidi override', 'a Cyrillic a before the @ sign', 'a Cyrillic a in the domain']

test('every string comes back as it was sent, and is accepted or refused for what it is', async () => {
  const caller = await service.newCaller()
  const job = await service.run(
    caller,
    STRINGS.map(([, input]) => input),
  )
  const { items } = await service.json<JobResults>(caller, `/emails/bulk/${job.id}?take=100`)
  expect(items.map(({ input }) => input)).toEqual(STRINGS.map(([, input]) => input))
  expect(items.map(({ result }, at) => [STRINGS[at]![0], result?.inbound ?? null])).toEqual(
    STRINGS.map(([name, , inbound]) => [name, inbound]),
  )
  for (const { error } of items.filter(({ result }) => !result)) expect(error!.code).toBe('invalid_email')
  const safe = items.flatMap(({ result }, at) => (result?.validations.safe_to_send ? [STRINGS[at]![0]] : []))
  expect(safe.filter((name) => SUSPICIOUS.includes(name))).toEqual([])
})

const FORMULAS = ['=1+1', '+1', '-1', '@x', '\t=1', '\r=1', '\n=1', '\uff1d1', '\uff0b1', '\uff0d1', '\uff201']
  .flatMap((formula) => [formula, ` ${formula}`, `\u00a0${formula}`, `\u200b${formula}`, `\ufeff${formula}`])
  .concat(['a\n=1', 'a\r\n+1', 'a\r@x'])

/** A line that a spreadsheet could run; an apostrophe before the cell makes all of it text. */
const RUNS = /(?:^|[\r\n])[\s\u200b\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20]/
const isHarmless = (cell: string) => cell.startsWith("'") || /^-?\d+(?:\.\d+)?$/.test(cell)

async function table(caller: Caller, path: string): Promise<string[][]> {
  const { download_url } = await service.json<Download>(caller, path)
  return parse(Buffer.from(await (await fetch(download_url)).arrayBuffer()), { relax_column_count: true })
}

test('no cell of a job’s CSV starts a formula, whatever was sent; the JSON has it as it was', async () => {
  const caller = await service.newCaller()
  const emails = FORMULAS.flatMap((formula) => [formula, `${formula.trim()}x@gmail.com`])
  const job = await service.run(caller, emails)
  const [, ...rows] = await table(caller, `/emails/bulk/${job.id}/download`)
  expect(rows).toHaveLength(emails.length)
  const running = rows.flat().filter((cell) => RUNS.test(cell) && !isHarmless(cell))
  expect(running).toEqual([])
  for (let page = 1, at = 0; at < emails.length; page++) {
    const { items } = await service.json<JobResults>(caller, `/emails/bulk/${job.id}?take=100&page=${page}`)
    for (const { input } of items) expect(input).toBe(emails[at++])
  }
})

test('no cell that is appended to a customer’s file starts a formula; the customer’s own are left alone', async () => {
  const caller = await service.newCaller()
  const cells = FORMULAS.map((formula) => [formula, `${formula.trim()}x@gmail.com`])
  const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`
  const content = Buffer.from(`=note,email\r\n${cells.map((row) => row.map(quoted).join(',')).join('\r\n')}\r\n`)
  const prepared = await service.request(caller, '/emails/bulk/upload', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ filename: '=1.csv', size_bytes: content.length }),
  })
  const { upload_id, upload_url, headers } = (await prepared.json()) as PreparedUpload
  const { 'Content-Length': _length, ...signed } = headers
  expect((await fetch(upload_url, { method: 'PUT', body: content as never, headers: signed })).status).toBe(200)
  const submitted = await service.submit(caller, { upload_id, email_column: 'email' })
  const { group } = await service.untilGroupDone(caller, ((await submitted.json()) as SubmittedGroup).group.id)
  expect(group).toMatchObject({ status: 'completed', total: cells.length })
  const [header, ...rows] = await table(caller, `/emails/bulk/groups/${group.id}/download`)
  expect(header!.slice(0, 2)).toEqual(['=note', 'email'])
  expect(header!.slice(2).filter((name) => RUNS.test(name))).toEqual([])
  expect(rows.map((row) => row.slice(0, 2))).toEqual(cells)
  const running = rows.flatMap((row) => row.slice(2)).filter((cell) => RUNS.test(cell) && !isHarmless(cell))
  expect(running).toEqual([])
})
