import type { DomainReport } from '@mailsift/sdk'
import type { ReactNode } from 'react'
import { classes } from '../parts/class.ts'
import { Card } from '../parts/page.tsx'
import { Notice } from '../parts/problem.tsx'
import { Tag, type Tone } from '../parts/status.tsx'
import { type Column, Table } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { domainReport as t } from '../texts/domain-report.ts'
import { format } from '../texts/format.ts'

type Posture = DomainReport['posture']
type Check = keyof typeof t.checks
type Entry = Posture['blocklists']['entries'][number]

/** A missing record is not a fault of the domain; an invalid one is. */
const TONES: Record<Posture[Check]['state'], Tone> = {
  present: 'safe',
  absent: 'plain',
  invalid: 'unsafe',
  unknown: 'unknown',
}
const MAIL_TONES: Record<DomainReport['mail']['state'], Tone> = {
  accepts: 'safe',
  refuses: 'unsafe',
  unknown: 'unknown',
}
const LIST_TONES: Record<Entry['state'], Tone> = { listed: 'unsafe', not_listed: 'safe', unknown: 'unknown' }
const CHECKS = Object.keys(t.checks) as Check[]

export function Report({ report: { domain, mail, registration, posture } }: { report: DomainReport }) {
  const shared = sharedProblems(posture)
  const columns: Column<Check>[] = [
    {
      title: t.check,
      kind: 'name',
      cell: (check) => (
        <>
          <span className="block">{t.checks[check].name}</span>
          <span className="block text-xs font-normal text-soft">{t.checks[check].what}</span>
        </>
      ),
    },
    {
      title: t.state,
      cell: (check) => (
        <Tag tone={check === 'starttls' ? 'plain' : TONES[posture[check].state]}>
          {check === 'starttls' ? t.notChecked : t.states[posture[check].state]}
        </Tag>
      ),
    },
    { title: t.details, cell: (check) => <Details check={check} posture={posture} shared={shared} /> },
  ]
  return (
    <>
      <Card
        title={<span className="break-all">{domain}</span>}
        aside={<Tag tone={MAIL_TONES[mail.state]}>{t.mailStates[mail.state]}</Tag>}
      >
        <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4">
          <Fact
            isWide
            title={t.mailHosts}
            values={mail.mail_hosts.map(({ host }) => host)}
            otherwise={mail.state === 'unknown' ? t.notAvailable : t.none}
          />
          <Fact isWide title={t.nameServers} values={registration.nameservers} />
          <Registration registration={registration} />
        </dl>
      </Card>
      {[...shared].map(([problem, count]) => (
        <Notice key={problem} tone="risky" role="status">
          {format(t.sharedProblem, { count, problem })}
        </Notice>
      ))}
      <Card flush title={t.posture}>
        <p className="border-b border-line px-4 py-3 text-sm text-soft sm:px-5">{t.postureWhy}</p>
        <Table label={t.posture} columns={columns} rows={CHECKS} keyOf={(check) => check} />
      </Card>
      <Blocklists blocklists={posture.blocklists} />
    </>
  )
}

function Registration({ registration }: { registration: DomainReport['registration'] }) {
  const { state, registrar, registered_at, expires_at } = registration
  if (state !== 'known') return <Fact isWide title={t.registration} otherwise={t.noRegistration[state]} />
  return (
    <>
      <Fact isWide title={t.registrar}>
        {registrar}
      </Fact>
      <Fact title={t.registered}>{registered_at && <Time at={registered_at} style="day" />}</Fact>
      <Fact title={t.expires}>{expires_at && <Time at={expires_at} style="day" />}</Fact>
    </>
  )
}

type FactProps = {
  title: string
  isWide?: boolean
  values?: readonly string[]
  otherwise?: string
  children?: ReactNode
}

/** Every domain has name servers: if none are shown, they are unknown. */
function Fact({ title, isWide, values, otherwise = t.notAvailable, children }: FactProps) {
  return (
    <div className={classes('min-w-0', isWide && 'col-span-2')}>
      <dt className="text-sm text-soft">{title}</dt>
      <dd className="mt-0.5">
        {values?.length ? (
          <span className="font-mono text-sm wrap-anywhere">{values.join(', ')}</span>
        ) : (
          (children ?? <span className="text-sm text-soft">{otherwise}</span>)
        )}
      </dd>
    </div>
  )
}

/** Problems that several checks share, with the number of checks: shown once, not in every row. */
function sharedProblems(posture: Posture): Map<string, number> {
  const counts = new Map<string, number>()
  for (const check of CHECKS)
    if (check !== 'starttls' && posture[check].state === 'unknown')
      for (const problem of posture[check].problems) counts.set(problem, (counts.get(problem) ?? 0) + 1)
  return new Map([...counts].filter(([, count]) => count > 1))
}

type DetailsProps = { check: Check; posture: Posture; shared: ReadonlyMap<string, number> }

function Details({ check, posture, shared }: DetailsProps) {
  const found = posture[check]
  const record = 'record' in found ? found.record : null
  const problems = check === 'starttls' ? [t.notConnected] : found.problems
  const facts = [...summaryOf(check, posture), ...problems.filter((problem) => !shared.has(problem))]
  return (
    <div className="max-w-prose min-w-32 whitespace-normal">
      {facts.map((fact) => (
        <p key={fact} className="wrap-anywhere">
          {fact}
        </p>
      ))}
      {record && <code className="block font-mono text-xs text-soft wrap-anywhere">{record}</code>}
    </div>
  )
}

function summaryOf(check: Check, { spf, dmarc, mta_sts, bimi, dane }: Posture): string[] {
  if (check === 'spf' && spf.all) return [t.all[spf.all]]
  if (check === 'dmarc' && dmarc.policy) return [t.policy[dmarc.policy]]
  if (check === 'mta_sts' && mta_sts.mode) return [t.mode[mta_sts.mode]]
  if (check === 'bimi' && bimi.logo) return [bimi.logo]
  if (check === 'dane') return dane.hosts.map(({ host, state }) => `${host}: ${t.states[state]}`)
  return []
}

function Blocklists({ blocklists: { state, entries } }: { blocklists: Posture['blocklists'] }) {
  const columns: Column<Entry>[] = [
    { title: t.target, kind: 'name', cell: ({ target }) => <span className="font-mono">{target}</span> },
    { title: t.list, cell: ({ list }) => <span className="font-mono">{list}</span> },
    { title: t.state, cell: (entry) => <Tag tone={LIST_TONES[entry.state]}>{t.listStates[entry.state]}</Tag> },
    {
      title: t.terms,
      cell: ({ terms }) => (
        <a href={terms} target="_blank" rel="noopener noreferrer" className="text-accent wrap-anywhere hover:underline">
          {terms}
        </a>
      ),
    },
  ]
  return (
    <Card flush title={t.blocklists}>
      {entries.length > 0 ? (
        <Table
          label={t.blocklists}
          columns={columns}
          rows={entries}
          keyOf={({ list, target }) => `${list} ${target}`}
        />
      ) : (
        <p className="px-4 py-3 text-sm text-soft sm:px-5">{state === 'off' ? t.blocklistsOff : t.noTargets}</p>
      )}
    </Card>
  )
}
