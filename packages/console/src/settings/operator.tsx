import { type ReactNode, useState } from 'react'
import { Check } from '../parts/field.tsx'
import { Card } from '../parts/page.tsx'
import { Problem } from '../parts/problem.tsx'
import { Tag } from '../parts/status.tsx'
import { format } from '../texts/format.ts'
import { operator as t } from '../texts/settings.ts'
import { useConfiguration } from './configuration.ts'
import { TestMail } from './test-mail.tsx'

/** The installation's settings, for its operators. */
export function Operator() {
  const configuration = useConfiguration()
  const [showsAll, setShowsAll] = useState(false)
  if (configuration.error) return <Problem error={configuration.error} onRetry={() => configuration.refetch()} />
  if (!configuration.data) return null
  const { settings, allow_domains, deny_domains } = configuration.data
  const shown = showsAll ? settings : settings.filter(({ is_default }) => !is_default)
  return (
    <>
      <TestMail isConfigured={settings.some(({ name, value }) => name === 'SMTP_URL' && value !== '')} />
      <Card title={t.lists}>
        <div className="grid gap-5 sm:grid-cols-2">
          <Domains title={t.allow} domains={allow_domains} setting="ALLOW_DOMAINS" />
          <Domains title={t.deny} domains={deny_domains} setting="DENY_DOMAINS" />
        </div>
      </Card>
      <Card
        flush
        title={t.configuration}
        aside={
          <div className="text-sm">
            <Check
              label={format(t.showAll, { count: settings.length })}
              checked={showsAll}
              onChange={(event) => setShowsAll(event.target.checked)}
            />
          </div>
        }
      >
        <p className="border-b border-line px-4 py-3 text-sm text-soft sm:px-5">{t.configurationWhy}</p>
        <dl>
          {shown.map(({ name, value, help, is_default }) => (
            <div
              key={name}
              className="grid gap-x-6 gap-y-0.5 border-b border-line px-4 py-2.5 last:border-0 sm:px-5 lg:grid-cols-[16rem_minmax(0,1fr)]"
            >
              <dt className="font-mono text-sm break-all">{name}</dt>
              <dd className="min-w-0">
                <span className="flex flex-wrap items-center gap-2">
                  <Value value={value} />
                  {showsAll && !is_default && <Tag tone="accent">{t.changed}</Tag>}
                </span>
                <span className="block text-sm text-soft">{help.replaceAll('`', '')}</span>
              </dd>
            </div>
          ))}
        </dl>
      </Card>
    </>
  )
}

function Value({ value }: { value: string }): ReactNode {
  return value === '' ? (
    <span className="text-soft">{t.notSet}</span>
  ) : (
    <code className="font-mono text-sm break-all">{value}</code>
  )
}

function Domains({ title, domains, setting }: { title: string; domains: readonly string[]; setting: string }) {
  return (
    <div>
      <h3 className="font-medium">{title}</h3>
      {domains.length === 0 ? (
        <p className="text-sm text-soft">{format(t.noDomains, { setting })}</p>
      ) : (
        <ul className="mt-1 grid gap-0.5 font-mono text-sm">
          {domains.map((domain) => (
            <li key={domain} className="break-all">
              {domain}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
