import { Card } from '../parts/page.tsx'
import { Tag } from '../parts/status.tsx'
import { type Column, Table } from '../parts/table.tsx'
import { leaving as t } from '../texts/settings.ts'
import { useConfiguration } from './configuration.ts'

type Question = {
  name: keyof typeof t.rows
  /** The setting that turns it on, and its state; domain lookups are chosen for each list. */
  setting?: string
  isOn?: (read: (setting: string) => string) => boolean
}

const isSource = (source: string) => (read: (setting: string) => string) =>
  read('ENRICHMENT') === 'on' &&
  read('ENRICHMENT_SOURCES')
    .split(/[\s,]+/)
    .includes(source)

const QUESTIONS: readonly Question[] = [
  { name: 'dns' },
  { name: 'registry', setting: 'REGISTRY_LOOKUPS', isOn: (read) => read('REGISTRY_LOOKUPS') === 'on' },
  { name: 'registry_servers', setting: 'REGISTRY_LOOKUPS', isOn: (read) => read('REGISTRY_LOOKUPS') === 'on' },
  { name: 'mta_sts' },
  { name: 'blocklists', setting: 'DNSBL', isOn: (read) => read('DNSBL') !== '' },
  { name: 'lists', setting: 'LIST_REFRESH', isOn: (read) => read('LIST_REFRESH') === 'on' },
  { name: 'website', setting: 'ENRICHMENT_SOURCES', isOn: isSource('website') },
  { name: 'wikidata_company', setting: 'ENRICHMENT_SOURCES', isOn: isSource('wikidata_company') },
  { name: 'wikidata_person', setting: 'ENRICHMENT_SOURCES', isOn: isSource('wikidata_person') },
  {
    name: 'wikidata_name_search',
    setting: 'WIKIDATA_NAME_SEARCH',
    isOn: (read) => isSource('wikidata_person')(read) && read('WIKIDATA_NAME_SEARCH') === 'on',
  },
  { name: 'probe', setting: 'PROBE', isOn: (read) => read('PROBE') === 'on' },
  { name: 'smtp', setting: 'SMTP_URL', isOn: (read) => read('SMTP_URL') !== '' },
  { name: 'single_sign_on', setting: 'OIDC_PROVIDERS', isOn: (read) => read('OIDC_PROVIDERS') !== '' },
  { name: 'billing', setting: 'STRIPE_SECRET_KEY', isOn: (read) => read('STRIPE_SECRET_KEY') !== '' },
  { name: 'bucket', setting: 'BLOBS', isOn: (read) => read('BLOBS').startsWith('s3:') },
]

/** Every external request that the service makes; operators also see which are on, and their settings. */
export function Leaving() {
  const { data } = useConfiguration()
  const read = (setting: string) => data?.settings.find(({ name }) => name === setting)?.value ?? ''
  const columns: Column<Question>[] = [
    { title: t.what, kind: 'name', cell: ({ name }) => t.rows[name].what },
    { title: t.asked, cell: ({ name }) => t.rows[name].asked },
    { title: t.learns, cell: ({ name }) => t.rows[name].learns },
  ]
  if (data)
    columns.push(
      { title: t.setting, cell: ({ setting }) => setting && <code className="font-mono text-xs">{setting}</code> },
      {
        title: t.state,
        cell: ({ isOn }) => isOn && <Tag tone={isOn(read) ? 'accent' : 'plain'}>{isOn(read) ? t.on : t.off}</Tag>,
      },
    )
  return (
    <Card flush title={t.title}>
      <p className="border-b border-line px-4 py-3 text-sm text-soft sm:px-5">{t.why}</p>
      <Table label={t.title} columns={columns} rows={QUESTIONS} keyOf={({ name }) => name} />
    </Card>
  )
}
