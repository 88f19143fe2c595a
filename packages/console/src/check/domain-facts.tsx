import { registryStateOf } from '@mailsift/engine/registry-state'
import type { ValidationResult } from '@mailsift/sdk'
import type { ReactNode } from 'react'
import { Card } from '../parts/page.tsx'
import { providerName } from '../parts/provider.ts'
import { Tag } from '../parts/status.tsx'
import { Time } from '../parts/time.tsx'
import { domain as t } from '../texts/domain.ts'
import { format } from '../texts/format.ts'

/** The domain's facts from DNS and the registry. */
export default function DomainFacts({
  result: { metadata, validations, smtp_provider },
}: {
  result: ValidationResult
}) {
  const { domain } = metadata
  const hosts = domain.mx_records ?? []
  return (
    <Card
      title={format(t.title, { root: domain.root })}
      aside={
        validations.domain_is_deliverable === undefined ? null : (
          <Tag tone={validations.domain_is_deliverable ? 'safe' : 'unsafe'}>
            {validations.domain_is_deliverable ? t.deliverable : t.undeliverable}
          </Tag>
        )
      }
    >
      <div className="grid gap-6 lg:grid-cols-2">
        <div className="grid content-start gap-4">
          <Fact title={t.mailHosts}>
            {hosts.length === 0 ? (
              <span className="text-soft">{t.noMailHosts}</span>
            ) : (
              <ul>
                {hosts.map(({ host, priority }) => (
                  <li key={host} className="font-mono text-sm break-all">
                    <span className="mr-2 text-soft">{priority}</span>
                    {host}
                  </li>
                ))}
              </ul>
            )}
          </Fact>
          <Fact title={t.provider}>
            {smtp_provider === 'unknown' ? <Quiet>{t.unknown}</Quiet> : providerName(smtp_provider)}
          </Fact>
          <Fact title={t.nameServers}>
            {domain.nameservers?.length ? (
              <span className="font-mono text-sm wrap-anywhere">{domain.nameservers.join(', ')}</span>
            ) : (
              <Quiet>{t.unknown}</Quiet>
            )}
          </Fact>
        </div>
        <div className="grid content-start gap-4">
          <Fact title={t.registrar}>
            {domain.registrar_name ?? domain.provider ?? <Quiet>{t.noRegistry[registryStateOf(domain)]}</Quiet>}
          </Fact>
          {domain.epp_statuses && domain.epp_statuses.length > 0 && (
            <Fact title={t.statuses}>
              <span className="flex flex-wrap gap-1.5">
                {domain.epp_statuses.map((status) => (
                  <Tag key={status} tone="plain">
                    {status}
                  </Tag>
                ))}
              </span>
            </Fact>
          )}
          {domain.dnssec_signed !== undefined && (
            <Fact title={t.dnssec}>{domain.dnssec_signed ? t.signed : t.unsigned}</Fact>
          )}
          <Timeline domain={domain} />
        </div>
      </div>
    </Card>
  )
}

function Timeline({ domain }: { domain: ValidationResult['metadata']['domain'] }) {
  const named: [at: string | null | undefined, label: string][] = [
    [domain.registered_at, t.registered],
    [domain.last_changed_at, t.changed],
    [domain.last_checked_at, t.checked],
    [domain.expires_at, t.expires],
  ]
  const points = named.flatMap(([at, label]) => (at && !Number.isNaN(Date.parse(at)) ? [{ at, label }] : []))
  if (points.length === 0) return null
  points.sort((one, other) => Date.parse(one.at) - Date.parse(other.at))
  const now = Date.now()
  return (
    <Fact title={domain.domain_age_days === undefined ? t.dates : format(t.age, { days: domain.domain_age_days })}>
      <ol className="mt-1 grid gap-0">
        {points.map(({ at, label }, index) => (
          <li key={label} className="relative flex gap-3 pb-3 pl-5 last:pb-0">
            {index < points.length - 1 && <span className="absolute top-3 bottom-0 left-[5px] w-0.5 bg-line" />}
            <span
              className={`absolute top-1.5 left-0 size-3 rounded-full border-2 ${Date.parse(at) > now ? 'border-edge bg-paper' : 'border-accent bg-accent'}`}
            />
            <span className="min-w-24 text-soft">{label}</span>
            <Time at={at} style="day" />
          </li>
        ))}
      </ol>
    </Fact>
  )
}

function Fact({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h3 className="text-sm text-soft">{title}</h3>
      <div className="mt-0.5">{children}</div>
    </div>
  )
}

const Quiet = ({ children }: { children: ReactNode }) => <span className="text-soft">{children}</span>
