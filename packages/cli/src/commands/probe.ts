import { setTimeout } from 'node:timers/promises'
import { formatCount } from '@mailsift/command/table'
import type { ListProbe, Mailsift } from '@mailsift/sdk'
import { checkId, defineCommand, JSON_OPTION } from '../command.ts'
import { type Context, print, tell } from '../context.ts'
import { EXIT, usageError } from '../exit.ts'
import { showProgress } from '../progress.ts'
import { connect } from '../service.ts'

const POLL_MS = 3_000

export const probe = defineCommand({
  name: 'probe',
  summary: 'Query mail servers about the unknown mailboxes of a list',
  arguments: [{ name: 'list', shown: '<list>', help: 'Id of a finished list or job' }],
  description: `Shows what probing the list would cost, and with --max begins it. A probe queries the mail server of an address without
sending mail. It uses no credits, and one of the probes that the service has for the day. Your administrator turns
probes on. \`mailsift groups\` and \`mailsift jobs\` list the ids.`,
  options: {
    max: { type: 'string', value: '<n>', help: 'Begin, with this many probes at most' },
    wait: { type: 'boolean', help: 'Wait until all probes have ended; greylisting can take hours' },
    ...JSON_OPTION,
  },
  examples: [
    { line: 'probe 0198a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b', does: 'Show what it costs, or how far it is' },
    { line: 'probe 0198a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b --max 50 --wait', does: 'Probe up to 50 addresses' },
  ],

  async run(context, { list }, values) {
    const id = checkId('groups', list)
    const max = values.max === undefined ? undefined : Number(values.max)
    if (max !== undefined && !(Number.isInteger(max) && max > 0)) throw usageError('--max needs a number from 1.')
    const { signal } = context
    const mailsift = await connect(context, values)
    const begun =
      max === undefined
        ? await mailsift.account.lists.readProbe(id, { signal })
        : await mailsift.account.lists.probe(id, max, { signal })
    const shown = values.wait ? await untilEnded(context, mailsift, id, begun) : begun
    if (values.json) await print(context, `${JSON.stringify(shown)}\n`)
    else for (const line of describe(id, shown)) tell(context, line)
    return shown.state === 'not_available' ? EXIT.credentials : EXIT.ok
  },
})

async function untilEnded(context: Context, mailsift: Mailsift, id: string, begun: ListProbe): Promise<ListProbe> {
  const { signal } = context
  const progress = showProgress(context)
  let now = begun
  try {
    while (now.state === 'running') {
      progress.update('Probing', now.ended, now.requested)
      await setTimeout(POLL_MS, undefined, { signal })
      now = await mailsift.account.lists.readProbe(id, { signal })
    }
    return now
  } finally {
    progress.clear()
  }
}

function describe(id: string, { state, cost, left_today: left, requested, ended, answered, at }: ListProbe): string[] {
  if (state === 'not_available')
    return ['Probes are off, or your account may not probe. Your administrator can allow them.']
  const counts = `${formatCount(ended)} of ${formatCount(requested)} probes have ended`
  if (state === 'running')
    return [requested === 0 ? 'Choosing the addresses.' : `${counts}, ${formatCount(answered)} with an answer.`]
  const last = at === null ? [] : [`${counts}, ${formatCount(answered)} with an answer.`]
  if (left === 0) return [...last, 'No probes are left today. Try again tomorrow (UTC).']
  if (cost === 0) return [...last, 'No mailbox of this list is left to probe.']
  return [
    ...last,
    `Probing what is still unknown uses up to ${formatCount(cost)} of the ${formatCount(left)} probes left today, and no credits.`,
    `Begin: mailsift probe ${id} --max ${cost}`,
  ]
}
