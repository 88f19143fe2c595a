import type { Company, Contact, Enrichment, Person } from '@mailsift/sdk'
import { ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import { Card } from '../parts/page.tsx'
import { Tag } from '../parts/status.tsx'
import { Text } from '../parts/text.tsx'
import { Time } from '../parts/time.tsx'
import { contacts as t } from '../texts/contacts.ts'

type FieldName = keyof typeof t.fields
type Source = keyof typeof t.sources

/** The merged fields of all sources, each with its source. */
export function Merged({ contact: { enrichment, enrichedAt } }: { contact: Contact }) {
  const fields = fieldsOf(enrichment.person, enrichment.company)
  return (
    <Card
      title={t.known}
      aside={
        enrichedAt !== null && (
          <span className="text-sm text-soft">
            <Text message={t.asOf} values={{ date: <Time at={enrichedAt} style="day" /> }} />
          </span>
        )
      }
    >
      {fields.length === 0 ? (
        <p className="text-sm text-soft">{t.nothingKnown}</p>
      ) : (
        <dl className="grid gap-3">
          {fields.map(({ field, value }) => (
            <div key={field}>
              <dt className="text-sm text-soft">{t.fields[field]}</dt>
              <dd className="wrap-anywhere">{value}</dd>
              <dd className="mt-1 flex flex-wrap gap-1.5">
                {enrichment.provenance
                  .filter((each) => each.field === field)
                  .map(({ source, url, fetchedAt }) => (
                    <Chip key={source + url} source={source} url={url} fetchedAt={fetchedAt} />
                  ))}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </Card>
  )
}

function Chip({ source, url, fetchedAt }: { source: Source; url: string; fetchedAt: number }) {
  return (
    <span className="inline-flex items-center gap-1.5 rounded-full border border-line px-2 py-0.5 text-xs">
      {isWeb(url) ? (
        <a
          href={url}
          target="_blank"
          rel="noreferrer noopener"
          className="inline-flex items-center gap-1 text-accent hover:underline"
        >
          {t.sources[source]}
          <ExternalLink className="size-3" aria-label={t.opens} />
        </a>
      ) : (
        t.sources[source]
      )}
      <span className="text-soft">
        <Time at={fetchedAt} style="day" />
      </span>
    </span>
  )
}

/** The response of each source. */
export function Sources({ enrichment }: { enrichment: Enrichment }) {
  const sources = Object.entries(enrichment.sources) as [Source, NonNullable<Enrichment['sources'][Source]>][]
  if (sources.length === 0) return null
  return (
    <Card title={t.bySource}>
      <div className="grid gap-6 md:grid-cols-2 lg:grid-cols-3">
        {sources.map(([source, { status, fetchedAt, person, company }]) => (
          <section key={source} className="min-w-0">
            <h3 className="flex flex-wrap items-center gap-2 font-medium">
              {t.sources[source]}
              <Tag tone={status === 'matched' ? 'safe' : 'plain'}>{t.sourceStates[status]}</Tag>
            </h3>
            <p className="text-xs text-soft">
              <Time at={fetchedAt} />
            </p>
            <dl className="mt-2 grid gap-1.5 text-sm">
              {fieldsOf(person, company).map(({ field, value }) => (
                <div key={field}>
                  <dt className="text-xs text-soft">{t.fields[field]}</dt>
                  <dd className="wrap-anywhere">{value}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Card>
  )
}

function fieldsOf(person: Person, company: Company): { field: FieldName; value: ReactNode }[] {
  const all: [FieldName, ReactNode][] = [
    ['person.name', person.name],
    ['person.jobTitle', person.jobTitle],
    ['person.employer', person.employer],
    ['person.location', person.location],
    ['person.imageUrl', person.imageUrl && <WebLink url={person.imageUrl} />],
    ['person.links', linksOf(person.links)],
    ['company.name', company.name],
    ['company.website', company.website && <WebLink url={company.website} />],
    ['company.description', company.description],
    ['company.links', linksOf(company.links)],
  ]
  return all.flatMap(([field, value]) => (value ? [{ field, value }] : []))
}

function linksOf(links: readonly string[]): ReactNode {
  if (links.length === 0) return null
  return (
    <ul>
      {links.map((url) => (
        <li key={url}>
          <WebLink url={url} />
        </li>
      ))}
    </ul>
  )
}

function WebLink({ url }: { url: string }) {
  if (!isWeb(url)) return <span className="break-all">{url}</span>
  return (
    <a href={url} target="_blank" rel="noreferrer noopener" className="break-all text-accent hover:underline">
      {url.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '')}
    </a>
  )
}

/** Third-party URLs become links only if they are http(s). */
const isWeb = (url: string) => /^https?:\/\//i.test(url)
