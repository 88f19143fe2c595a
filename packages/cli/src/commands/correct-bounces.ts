// Bounces held because they look like a fault of the sender, and bounces recorded by mistake.
import { formatCount } from '@mailsift/command/table'
import type { BounceBurst, Mailsift, UndoBouncesBody } from '@mailsift/sdk'
import { type Context, print, tell } from '../context.ts'
import { usageError } from '../exit.ts'
import { formatTime } from '../table.ts'

type Values = {
  bursts?: boolean | undefined
  apply?: string | undefined
  discard?: string | undefined
  undo?: boolean | undefined
  origin?: string | undefined
  since?: string | undefined
  until?: string | undefined
  json?: boolean | undefined
}

export const isCorrection = ({ bursts, apply, discard, undo, origin, since, until }: Values): boolean =>
  [bursts, undo].includes(true) || [apply, discard, origin, since, until].some((given) => given !== undefined)

export async function correctBounces(context: Context, mailsift: Mailsift, values: Values): Promise<void> {
  const { bursts, apply, discard, undo } = values
  if ([bursts, apply !== undefined, discard !== undefined, undo].filter(Boolean).length !== 1)
    throw usageError('Use one of --bursts, --apply, --discard and --undo at a time.')
  if (undo) return undoBounces(context, mailsift, values)
  if (bursts) return listBursts(context, mailsift, values)
  const [id, decision] = apply === undefined ? ([discard!, 'discard'] as const) : ([apply, 'apply'] as const)
  const burst = await mailsift.bounces.bursts.decide(id, decision, { signal: context.signal })
  if (values.json) return print(context, `${JSON.stringify(burst)}\n`)
  tell(context, `${decision === 'apply' ? 'Applied' : 'Discarded'} ${bounces(burst.reports)}.`)
}

async function listBursts(context: Context, mailsift: Mailsift, { json }: Values): Promise<void> {
  const bursts = await mailsift.bounces.bursts.list({ signal: context.signal })
  if (json) return print(context, bursts.map((burst) => `${JSON.stringify(burst)}\n`).join(''))
  if (bursts.length === 0) return tell(context, 'No bursts of bounces.')
  await print(context, bursts.map(describe).join('\n'))
}

function describe({ id, state, reply, reports, domains, operators, first_at, discarded_at }: BounceBurst): string {
  const about = `${formatCount(domains)} domains, ${formatCount(operators)} mail operators, ${formatTime(first_at)}`
  if (state !== 'held' || discarded_at === null)
    return `${id}  ${state}: ${bounces(reports)} (${about})\n  The servers said: ${reply}\n`
  return [
    `${id}  ${bounces(reports)} look like a fault on your side (${about}). They have no effect.`,
    `  The servers said: ${reply}`,
    `  Mailboxes are missing: mailsift bounces --apply ${id}`,
    `  The fault was yours:   mailsift bounces --discard ${id}  (automatic on ${formatTime(discarded_at)})\n`,
  ].join('\n')
}

async function undoBounces(context: Context, mailsift: Mailsift, values: Values): Promise<void> {
  const { origin } = values
  const isOrigin = origin === 'upload' || origin === 'events'
  const which: UndoBouncesBody = {
    ...(origin !== undefined && (isOrigin ? { origin } : { source_id: origin })),
    ...timeOf('since', values.since),
    ...timeOf('until', values.until),
  }
  if (Object.keys(which).length === 0) throw usageError('Say what to undo: --origin, --since or --until.')
  const undone = await mailsift.bounces.undo(which, { signal: context.signal })
  if (values.json) return print(context, `${JSON.stringify(undone)}\n`)
  tell(
    context,
    `Undid ${bounces(undone.bounces)}; ${formatCount(undone.suppressions)} addresses are no longer suppressed.`,
  )
}

function timeOf(name: 'since' | 'until', text: string | undefined): Pick<UndoBouncesBody, 'since' | 'until'> {
  if (text === undefined) return {}
  const time = new Date(text)
  if (Number.isNaN(time.getTime())) throw usageError(`--${name} needs a time such as 2026-11-18T08:00Z.`)
  return { [name]: time.toISOString() }
}

const bounces = (count: number) => `${formatCount(count)} bounce${count === 1 ? '' : 's'}`
