import type { Check } from '../evidence/probe/probes.ts'
import { CommandError, command, EXIT } from './command.ts'

export type ProbeContext = {
  /** Undefined while PROBE_HELO, PROBE_SENDER or PROBE_ADDRESS is missing. */
  selfTest(): Promise<(() => Promise<Check[]>) | undefined>
}

export const probeCommands = ({ selfTest }: ProbeContext) => [
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
]
