import type { Insight } from '@mailsift/sdk'
import { Button } from '../parts/button.tsx'
import { Card } from '../parts/page.tsx'
import { mailboxProbe as t } from '../texts/mailbox-probe.ts'

/** Whether the mailbox exists, and the button that lets a worker query its mail server. */
export default function MailboxProbe({ insight, onProbe }: { insight: Insight; onProbe(): void }) {
  const { mailbox, mailbox_probe: probe } = insight
  const isOver = mailbox !== 'unknown' || probe?.state === 'ended' || probe?.state === 'not_available'
  return (
    <Card title={t.title}>
      <p>{t.mailboxes[mailbox]}</p>
      {probe && <p className="mt-1 text-sm text-soft">{t.states[probe.state]}</p>}
      {!isOver && (
        <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1">
          <Button onClick={onProbe}>{probe ? t.again : t.ask}</Button>
          <span className="text-sm text-soft">{t.cost}</span>
        </div>
      )}
    </Card>
  )
}
