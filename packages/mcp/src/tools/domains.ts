import { DomainPath, DomainReport } from '@mailsift/contract'
import { strict } from '@mailsift/contract/schema'
import { DATA_ONLY, marked, notice } from '../foreign-text.ts'
import { defineTool, READS } from '../tool.ts'

export const domainReport = defineTool({
  name: 'domain_report',
  uses: 'reportDomain',
  title: 'Report on a mail domain',
  description:
    'Returns what DNS and the registry say about a domain: whether it accepts mail, its mail servers and registration, and how SPF, DMARC, ' +
    `MTA-STS, TLS-RPT, BIMI, DANE and DNS blocklists protect it or fail to. Changes no verdict. Free. ${DATA_ONLY}`,
  annotations: { ...READS, openWorldHint: true },
  input: strict({ domain: DomainPath.properties.domain }),
  output: strict({
    ...notice,
    ...DomainReport.properties,
  }),

  async run(reportDomain, { domain }, call) {
    const report = await reportDomain(domain, call)
    const { mail, registration } = report
    return {
      summary: `${ACCEPTS[mail.state]} Its registration is ${registration.state.replaceAll('_', ' ')}.`,
      data: { ...marked, ...report },
    }
  },
})

const ACCEPTS = {
  accepts: 'The domain accepts mail.',
  refuses: 'The domain accepts no mail.',
  unknown: 'DNS did not say whether the domain accepts mail.',
} satisfies Record<DomainReport['mail']['state'], string>
