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

const NO_REGISTRATION = {
  not_registered: 'This domain is not registered.',
  not_published: 'The registry of this ending publishes no registration data.',
  unknown: 'The registry did not answer in time, or registry lookups are off.',
}

function registrationFacts({ state, registrar, registered_at, expires_at }: DomainReport['registration']) {
  if (state !== 'known') return [NO_REGISTRATION[state]]
  return [
    registrar,
    registered_at && `since ${registered_at.slice(0, 10)}`,
    expires_at && `expires ${expires_at.slice(0, 10)}`,
  ]
}

/** One fact per line, so that most fit the width of a terminal. */
function rowsOf({ mail, registration, posture }: DomainReport): string[][] {
  const { spf, dmarc, mta_sts, tls_rpt, bimi, dane, starttls, blocklists } = posture
  const rows = (check: string, state: string, facts: readonly (string | null)[]) => {
    const [first = '', ...others] = facts.filter((fact) => fact !== null && fact !== '') as string[]
    return [[check, state.replace('_', ' '), first], ...others.map((fact) => [' ', ' ', fact])]
  }
  const check = (
    name: string,
    { state, problems }: { state: string; problems: string[] },
    ...facts: (string | null)[]
  ) => rows(name, state, [...facts, ...problems])
  return [
    ...rows(
      'mail',
      mail.state,
      mail.mail_hosts.map(({ host }) => host),
    ),
    ...rows('registration', registration.state, registrationFacts(registration)),
    ...rows('name servers', registration.nameservers.length > 0 ? 'known' : 'unknown', registration.nameservers),
    ...check('SPF', spf, spf.all && `other senders: ${spf.all}`),
    ...check('DMARC', dmarc, dmarc.policy && `policy: ${dmarc.policy}`),
    ...check('MTA-STS', mta_sts, mta_sts.mode && `mode: ${mta_sts.mode}`),
    ...check('TLS-RPT', tls_rpt, ...tls_rpt.reports_to),
    ...check('BIMI', bimi, bimi.logo),
    ...check('DANE', dane, ...dane.hosts.map(({ host, state }) => `${host} ${state}`)),
    ...check('STARTTLS', starttls),
    ...(blocklists.state === 'off' ? [['blocklists', 'off', 'No list is set (DNSBL).']] : []),
    ...blocklists.entries.flatMap(({ list, target, state, codes, terms }) =>
      rows('blocklist', state, [`${target} at ${list}`, codes.join(', '), `terms: ${terms}`]),
    ),
  ]
}
