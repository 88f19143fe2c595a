import type { DomainReport } from '@mailsift/sdk'
import { defineCommand, JSON_OPTION } from '../command.ts'
import { print } from '../context.ts'
import { EXIT } from '../exit.ts'
import { connect } from '../service.ts'
import { printTable } from '../table.ts'

export const domain = defineCommand({
  name: 'domain',
  summary: 'Show how a domain handles mail',
  arguments: [{ name: 'domain', help: 'Domain, for example contoso.com' }],
  description: `Shows the mail servers, registration and mail posture of a domain: SPF, DMARC, MTA-STS, TLS-RPT, BIMI, DANE and the
blocklists that the service uses. "unknown" means that it could not be found out. Uses no credit.`,
  options: { ...JSON_OPTION },
  examples: [
    { line: 'domain contoso.com', does: 'Show a report' },
    { line: 'domain contoso.com --json', does: 'Print the report as JSON' },
  ],

  async run(context, { domain: name }, { json, server }) {
    const report = await (await connect(context, { server })).domain(name, { signal: context.signal })
    if (json) await print(context, `${JSON.stringify(report)}\n`)
    else await printTable(context, ['CHECK', 'STATE', 'DETAILS'], rowsOf(report))
    return EXIT.ok
  },
})

function rowsOf({ mail, registration, posture }: DomainReport): string[][] {
  const { spf, dmarc, mta_sts, tls_rpt, bimi, dane, starttls, blocklists } = posture
  const registered = registration.registered_at && `since ${registration.registered_at.slice(0, 10)}`
  const row = (
    check: string,
    { state, problems }: { state: string; problems: string[] },
    ...facts: (string | null)[]
  ) => [check, state, [...facts.filter(Boolean), ...problems].join('; ')]
  return [
    ['mail', mail.state, mail.mail_hosts.map(({ host }) => host).join(', ')],
    ['registration', registration.state, [registration.registrar, registered].filter(Boolean).join(', ')],
    row('SPF', spf, spf.all && `others: ${spf.all}`),
    row('DMARC', dmarc, dmarc.policy && `policy: ${dmarc.policy}`),
    row('MTA-STS', mta_sts, mta_sts.mode && `mode: ${mta_sts.mode}`),
    row('TLS-RPT', tls_rpt, tls_rpt.reports_to.join(', ')),
    row('BIMI', bimi, bimi.logo),
    row('DANE', dane, dane.hosts.map(({ host, state }) => `${host} ${state}`).join(', ')),
    row('STARTTLS', starttls),
    ...(blocklists.state === 'off' ? [['blocklists', 'off', 'No list is set (DNSBL).']] : []),
    ...blocklists.entries.map(({ list, target, state, codes, terms }) => [
      'blocklist',
      state.replace('_', ' '),
      [`${target} at ${list}`, codes.join(', '), `terms: ${terms}`].filter(Boolean).join('; '),
    ]),
  ]
}
