import { note } from '../../audit/audit.ts'
import { type Check, listAllowed, listLog, readBudget, readProbeStatus, setAllowed } from '../../probe/probe.ts'
import { type CommandContext, CommandError, command, EXIT, type Outcome } from './command.ts'
import { table } from './table.ts'
import { ACCOUNT_ARGUMENT, requireAccount } from './users.ts'

export type ProbeContext = {
  /** Undefined while PROBE_HELO, PROBE_SENDER or PROBE_ADDRESS is missing. */
  selfTest(): Promise<(() => Promise<Check[]>) | undefined>
  dailyMax(): number
}

const LOG_ROWS = 50

export const probeCommands = ({ selfTest, dailyMax }: ProbeContext) => [
  command({
    name: 'probe check',
    summary: 'Check whether this machine can probe mailboxes, and explain what is missing',
    details: [
      'Checks PROBE_HELO, PROBE_SENDER and PROBE_ADDRESS as mail servers do: DNS in both directions, MX and SPF of the sender, port 25, the',
      'mailbox of the sender, and the lists of addresses that DNSBL names. It greets PROBE_CHECK_HOST and the mail server of the sender, and',
      'no other. The service runs the same checks every hour and does not probe while one fails.',
    ].join('\n'),
    examples: ['probe check', 'probe check --json'],
    async run() {
      const run = await selfTest()
      if (!run)
        throw new CommandError(
          'Set PROBE_HELO, PROBE_SENDER and PROBE_ADDRESS first. docs/guides/probe.md says what they are.',
        )
      const checks = await run()
      const failed = checks.filter(({ passed }) => !passed).length
      return {
        json: checks,
        lines: [
          ...checks.map(({ passed, message }) => `${passed ? 'ok    ' : 'FAILED'}  ${message}`),
          '',
          failed > 0
            ? `${failed} of ${checks.length} checks failed. Nothing is probed until all pass.`
            : 'All checks passed.',
        ],
        exitCode: failed > 0 ? EXIT.failed : EXIT.done,
      }
    },
  }),

  command({
    name: 'probe allow',
    summary: 'Let an account probe mailboxes',
    details:
      'An account that probes sends whole addresses to mail servers, from your IP address. Read docs/guides/probe.md first.',
    arguments: [ACCOUNT_ARGUMENT],
    examples: ['probe allow ada@example.com'],
    run: (context, { user }) => change(context, user, true),
  }),

  command({
    name: 'probe disallow',
    summary: 'Stop an account from probing mailboxes',
    details: 'Pending probes of the account end without an answer.',
    arguments: [ACCOUNT_ARGUMENT],
    examples: ['probe disallow ada@example.com'],
    run: (context, { user }) => change(context, user, false),
  }),

  command({
    name: 'probe accounts',
    summary: "List the accounts that may probe, and today's use",
    examples: ['probe accounts', 'probe accounts --json'],
    async run(context) {
      const { db } = await context.database()
      const accounts = await listAllowed(db)
      const today = await readBudget(db, dailyMax())
      const rows = accounts.map(({ account_id, email, allowed_at }) => ({
        account: email ?? account_id,
        since: minute(allowed_at),
      }))
      return {
        json: { accounts, today },
        lines: await table(rows, 'No account may probe. Allow one with "probe allow".'),
        notes: [`${today.used} of today's ${today.allowed} conversations are used.`],
      }
    },
  }),

  command({
    name: 'probe status',
    summary: "Show the last self-test of the service, today's budget, and mail servers that refuse it",
    examples: ['probe status', 'probe status --json'],
    async run(context) {
      const { db } = await context.database()
      const status = await readProbeStatus(db)
      const today = await readBudget(db, dailyMax())
      const tests = status.self_tests.flatMap(({ identity, tested_at, problems }) => [
        `${identity}: ${problems.length === 0 ? 'passed' : 'FAILED'}, tested ${minute(tested_at)}`,
        ...problems.map(({ message }) => `  ${message}`),
      ])
      const refusing = status.refusing.map(({ host, until }) => ({
        'mail host': host,
        'left alone until': minute(until),
      }))
      return {
        json: { ...status, today },
        lines: [
          ...(tests.length > 0 ? tests : ['No self-test has run: the service tests itself before its first probe.']),
          `${today.used} of today's ${today.allowed} conversations are used, ${status.pending} probes are pending.`,
          '',
          ...(await table(refusing, 'No mail server refuses this service.')),
        ],
      }
    },
  }),

  command({
    name: 'probe log',
    summary: `Show the last ${LOG_ROWS} conversations of probes, without addresses`,
    options: { user: { type: 'string', value: 'USER', help: 'Only those of this account.' } },
    examples: ['probe log', 'probe log --user ada@example.com', 'probe log --json'],
    async run(context, _arguments, { user }) {
      const { db } = await context.database()
      const accountId = user === undefined ? undefined : (await requireAccount(db, user)).id
      const log = await listLog(db, accountId, LOG_ROWS)
      const rows = log.map(({ started_at, domain, mail_host, outcome, reply_code, status_code }) => ({
        started: minute(started_at),
        domain,
        'mail host': mail_host,
        outcome: outcome ?? 'not ended',
        reply: [reply_code, status_code].filter(Boolean).join(' ') || '–',
      }))
      return { json: log, lines: await table(rows, 'No mailbox has been probed.') }
    },
  }),
]

async function change(context: CommandContext, wanted: string, allowed: boolean): Promise<Outcome> {
  const { db } = await context.database()
  const { id, email } = await requireAccount(db, wanted)
  // The change and its note in the audit trail: both or none.
  const isChanged = await db.transaction().execute(async (tx) => {
    if (!(await setAllowed(tx, id, allowed))) return false
    const action = allowed ? 'probes_allowed' : 'probes_disallowed'
    await note(tx, { action, actor: 'administration', accountId: id })
    return true
  })
  const words = allowed ? 'may probe' : 'may not probe'
  return {
    json: { account_id: id, allowed },
    lines: [isChanged ? `${email} ${words} now.` : `${email} ${words} already.`],
  }
}

function minute(time: Date): string {
  return time.toISOString().slice(0, 16).replace('T', ' ')
}
