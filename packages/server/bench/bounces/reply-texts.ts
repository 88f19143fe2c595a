// Replies in the sources and settings of ZoneMTA (EUPL), Haraka (MIT) and rspamd (Apache 2.0), read from their checkouts.
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Effect, Sample } from './samples.ts'

/** Its list of bounces: a reply as a comment, then the rule with its category. */
export function readZoneMta(folder: string): Sample[] {
  const lines = readFileSync(join(folder, 'config/bounces.txt'), 'utf8').split('\n')
  return lines.flatMap((line, nth) => {
    const reply = /^# ?([45]\d\d[ -].*)$/.exec(line)?.[1]
    const rule = lines.slice(nth + 1).find((next) => next.trim() !== '' && !next.startsWith('#'))
    if (reply === undefined || rule === undefined) return []
    // Relaying that is denied (5.7.1) is no statement about a recipient, though the list files it there.
    const expected = [reply.includes('5.7.1') ? ['none' as const] : effectsOf(rule)]
    // The list writes this recipient into every reply that names one.
    return { name: `bounces.txt:${nth + 1}`, reply, recipient: 'user@example.com', expected }
  })
}

function effectsOf(rule: string): readonly Effect[] {
  const [message = '', category = ''] = rule.split(',').toReversed()
  if (category !== 'recipient') return ['none', 'full']
  return /unknown|not exist|invalid/i.test(message) ? ['missing'] : ['none', 'missing', 'full']
}

/** `DSN.relaying_denied('…')`, `[DENY, '…']`. Its sentences for unknown users are left out. */
export function readHaraka(folder: string): Sample[] {
  return globSync(join(folder, '{plugins,outbound,.}/**/*.js'), {
    exclude: ['**/node_modules/**', '**/test/**'],
  }).flatMap((file) => {
    const text = readFileSync(file, 'utf8')
    const quoted = [...text.matchAll(/(?:DSN\.(\w+)\(|DENY\w*,\s*)\s*(['"`])([^'"`\n]{6,160})\2/g)]
    return quoted
      .filter(([, kind = '']) => !/no_such_user|bad_dest_mailbox/.test(kind))
      .map(([, , , reply]) => refusal(basename(file), `550 ${reply!.replaceAll(/\$\{[^}]*\}/g, 'x')}`))
  })
}

/** What its plugins and settings let the mail server reply. */
export function readRspamd(folder: string): Sample[] {
  return globSync(join(folder, '{src/plugins/lua,lualib,conf}/**/*.{lua,conf,inc}')).flatMap((file) => {
    const text = readFileSync(file, 'utf8')
    const quoted = [
      ...text.matchAll(/(?:message|reject\w*|set_pre_result\([^\n]*?)\s*[=,]\s*(['"])([A-Z][^'"\n]{8,140})\1/g),
    ]
    return quoted
      .map(([, , reply]) => refusal(basename(file), `554 5.7.1 ${reply}`))
      .concat(quoted.map(([, , reply]) => refusal(basename(file), `550 ${reply}`)))
  })
}

/** Haraka's queue itself reports that the domain of a recipient is gone. */
const refusal = (name: string, reply: string): Sample => ({
  ...{ name, reply },
  expected: [name === 'hmail.js' && /no such domain|null mx/i.test(reply) ? ['domain'] : ['none']],
})

/** ARF samples of rspamd's tests. */
export function readRspamdFeedback(folder: string): Sample[] {
  const text = readFileSync(join(folder, 'test/lua/unit/lua_feedback_parsers.lua'), 'utf8')
  return [...text.matchAll(/\[\[([\s\S]*?)\]\]/g)]
    .filter(([, mail]) => mail!.includes('feedback-report') && /^content-type:/im.test(mail!))
    .map(([, mail], nth) => ({
      name: `ARF ${nth + 1}`,
      mail: Buffer.from(mail!.trimStart()),
      expected: [['complaint', 'none']],
    }))
}
