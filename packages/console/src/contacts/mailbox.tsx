import { useQuery } from '@tanstack/react-query'
import { mailsift } from '../api/client.ts'
import { Card } from '../parts/page.tsx'
import { Problem } from '../parts/problem.tsx'
import { Tag } from '../parts/status.tsx'
import { contacts as t } from '../texts/contacts.ts'
import { format } from '../texts/format.ts'
import { statuses } from '../texts/verdicts.ts'

/** The evidence from bounces, deliveries, probes and the suppression list about the contact; empty without any. */
export function Mailbox({ email }: { email: string }) {
  const known = useQuery({
    queryKey: ['mailbox', email],
    queryFn: async ({ signal }) => (await mailsift.bounces.lookUp([email], { signal }))[0] ?? null,
  })
  if (known.error) return <Problem error={known.error} onRetry={() => known.refetch()} />
  if (!known.data) return null
  const { mailbox, mailbox_evidence: evidence, reasons } = known.data
  return (
    <Card title={t.mailbox}>
      <div className="grid gap-2">
        <p>
          {t.mailboxes[mailbox]}
          {evidence && (
            <span className="text-soft">
              {' '}
              {format(t.mailboxSource, { source: t.mailboxSources[evidence.source], day: evidence.at.slice(0, 10) })}
            </span>
          )}
        </p>
        {reasons.map(({ code, tier, sentence, advice }) => (
          <p key={code} className="flex flex-wrap items-baseline gap-2">
            <Tag tone={tier}>{statuses.short[tier]}</Tag>
            <span>
              {sentence} {advice}
            </span>
          </p>
        ))}
      </div>
    </Card>
  )
}
