// The summary as a printable page for the person who requested the cleaning: one file without external resources and
// without addresses.
import { neutralize } from '@mailsift/csv/formula'
import { adviceOf, labelOf } from '@mailsift/engine/reason-texts'
import { STATUSES, type Status } from './status.ts'

type ReasonCount = { status: Status; reason: string; count: number }

export type Report = {
  /** The file name of the list. */
  name: string
  /** How the list was read, and how much of it. */
  facts: readonly string[]
  counts: readonly ReasonCount[]
  /** Other counts with labels; zeros are not shown. */
  others: readonly (readonly [label: string, count: number])[]
}

const ADVICE: Record<Status, string> = {
  safe: 'You can send to these.',
  risky: 'Confirm these with the person before you send.',
  unsafe: 'Do not send to these: they bounce or hurt your sender reputation.',
  unknown: 'These could not be checked. Clean them again later.',
  blank: 'These rows have no address.',
}

export function reportHtml({ name: listName, facts, counts, others }: Report, cleanedAt: Date): string {
  const sumOf = (rows: readonly ReasonCount[]) => rows.reduce((sum, { count }) => sum + count, 0)
  const all = sumOf(counts)
  const shown = STATUSES.map((status) => ({ status, count: sumOf(counts.filter((each) => each.status === status)) }))
    .filter(({ count }) => count > 0)
    .map((each) => ({ ...each, share: percent(each.count / all) }))
  // Excel also opens HTML pages, so the name is neutralized.
  const name = escapeHtml(neutralize(listName))
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${name}: cleaning report</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<header>
<p class="kind">Cleaning report</p>
<h1>${name}</h1>
<p class="facts">${[...facts, dayOf(cleanedAt)].map(escapeHtml).join(' · ')}</p>
</header>
<section aria-label="Result">
<div class="whole" role="img" aria-label="${shown.map(({ status, share }) => `${status} ${share}`).join(', ')}">
${shown.map(({ status, count }) => `<span class="${status}" style="flex-grow:${count}"></span>`).join('\n')}
</div>
<div class="cards">
${shown
  .map(
    ({
      status,
      count,
      share,
    }) => `<div class="card ${status}"><p class="share">${share}</p><p class="word">${status}</p>
<p class="count">${formatCount(count)} ${count === 1 ? 'row' : 'rows'}</p><p class="advice">${ADVICE[status]}</p></div>`,
  )
  .join('\n')}
</div>
</section>
<section>
<h2>By reason</h2>
<table>
<thead><tr><th scope="col">Reason</th><th scope="col">Status</th><th scope="col" class="bar">Share</th><th scope="col" class="number">Rows</th></tr></thead>
<tbody>
${reasonRows(counts, all)}
</tbody>
</table>
</section>
${othersTable(others)}
<footer>Created by Mailsift. This page loads nothing from the internet and contains no address.</footer>
</main>
</body>
</html>
`
}

/** By status, most frequent first. Bars are relative to the longest, so that small ones remain visible. */
function reasonRows(counts: readonly ReasonCount[], all: number): string {
  const longest = Math.max(1, ...counts.map(({ count }) => count))
  return [...counts]
    .sort((one, other) => STATUSES.indexOf(one.status) - STATUSES.indexOf(other.status) || other.count - one.count)
    .map(
      ({ status, reason, count }) =>
        `<tr><td>${escapeHtml(labelOf(reason))} <code>${escapeHtml(reason)}</code><p class="todo">${escapeHtml(adviceOf(reason))}</p></td><td><span class="tag ${status}">${status}</span></td>` +
        `<td class="bar"><span class="track"><span class="${status}" style="width:${Math.max(1, (count / longest) * 100).toFixed(1)}%"></span></span><span class="value">${percent(count / all)}</span></td>` +
        `<td class="number">${formatCount(count)}</td></tr>`,
    )
    .join('\n')
}

function othersTable(others: Report['others']): string {
  const lines = others
    .filter(([, count]) => count > 0)
    .map(([label, count]) => `<tr><td>${escapeHtml(label)}</td><td class="number">${formatCount(count)}</td></tr>`)
  if (lines.length === 0) return ''
  return `<section>\n<h2>Also found</h2>\n<table>\n<tbody>\n${lines.join('\n')}\n</tbody>\n</table>\n</section>`
}

const formatCount = (count: number) => count.toLocaleString('en-US')
const percent = (share: number) => `${(share * 100).toFixed(1)}%`
const dayOf = (date: Date) => date.toISOString().slice(0, 10)

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}

const STYLE = `
:root { color-scheme: light dark; --ink: #1b1f24; --soft: #59636e; --line: #d8dee4; --paper: #fff; --ground: #f4f6f8;
  --safe: #1a7f4b; --risky: #b26a00; --unsafe: #c0362c; --unknown: #6b5bb5; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8ebef; --soft: #9aa4af; --line: #343b44; --paper: #15191e; --ground: #0d1014;
  --safe: #3fb97a; --risky: #e0a030; --unsafe: #ef6a5f; --unknown: #a99bf0; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 54rem; margin: 2rem auto; padding: 2.5rem; background: var(--paper); border: 1px solid var(--line); border-radius: 12px; }
.kind { margin: 0; color: var(--soft); font-size: .85rem; letter-spacing: .04em; text-transform: uppercase; }
h1 { margin: .2rem 0; font-size: 1.8rem; line-height: 1.2; overflow-wrap: anywhere; }
h2 { margin: 2.2rem 0 .6rem; font-size: 1.1rem; }
.facts { margin: 0 0 1.6rem; color: var(--soft); }
.whole { display: flex; gap: 2px; height: 18px; border-radius: 9px; overflow: hidden; }
.whole span { min-width: 3px; }
.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(11rem, 1fr)); gap: .8rem; margin-top: 1rem; }
.card { padding: .9rem 1rem; border: 1px solid var(--line); border-top: 4px solid; border-radius: 8px; break-inside: avoid; }
.card p { margin: 0; }
.card .share { font-size: 1.6rem; font-weight: 650; line-height: 1.2; color: var(--ink); }
.card .word { font-weight: 600; }
.card .count, .card .advice { color: var(--soft); font-size: .9rem; }
.card .advice { margin-top: .4rem; }
.card.safe, .tag.safe { border-color: var(--safe); } .card.safe .word, .tag.safe { color: var(--safe); }
.card.risky, .tag.risky { border-color: var(--risky); } .card.risky .word, .tag.risky { color: var(--risky); }
.card.unsafe, .tag.unsafe { border-color: var(--unsafe); } .card.unsafe .word, .tag.unsafe { color: var(--unsafe); }
.card.unknown, .tag.unknown { border-color: var(--unknown); } .card.unknown .word, .tag.unknown { color: var(--unknown); }
.whole .safe, .track .safe { background: var(--safe); } .whole .risky, .track .risky { background: var(--risky); }
.whole .unsafe, .track .unsafe { background: var(--unsafe); } .whole .unknown, .track .unknown { background: var(--unknown); }
.card.blank, .tag.blank { border-color: var(--soft); } .card.blank .word, .tag.blank { color: var(--soft); }
.whole .blank, .track .blank { background: var(--soft); }
table { width: 100%; border-collapse: collapse; }
th { color: var(--soft); font-size: .85rem; font-weight: 600; text-align: left; }
th, td { padding: .45rem .6rem .45rem 0; border-bottom: 1px solid var(--line); vertical-align: middle; }
tr { break-inside: avoid; }
code { color: var(--soft); font-size: .8rem; }
.todo { margin: 0; color: var(--soft); font-size: .85rem; }
.tag { display: inline-block; padding: 0 .5rem; border: 1px solid; border-radius: 999px; font-size: .8rem; }
.number { padding-right: 0; text-align: right; font-variant-numeric: tabular-nums; }
.bar { width: 34%; white-space: nowrap; }
.track { display: inline-block; width: calc(100% - 4.6rem); height: 10px; vertical-align: middle; overflow: hidden; }
.track span { display: block; height: 100%; border-radius: 5px; }
.value { display: inline-block; width: 4.2rem; text-align: right; font-variant-numeric: tabular-nums; }
footer { margin-top: 2.4rem; color: var(--soft); font-size: .85rem; }
@media print { body { background: none; } main { margin: 0; padding: 0; border: 0; max-width: none; }
  * { -webkit-print-color-adjust: exact; print-color-adjust: exact; } }
@media (max-width: 36rem) { main { margin: 0; padding: 1.2rem; border-radius: 0; } code { display: none; } }
`
