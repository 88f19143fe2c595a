// Probing what is unknown in a list, from its results.
import { loadEngine } from '@mailsift/engine/node'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { recordEvidence } from '../../server/src/mailboxes/mailboxes.ts'
import { readSecrets } from '../../server/src/platform/secrets.ts'
import { setAllowed } from '../../server/src/probe/probe.ts'
import { findFaults } from './axe.ts'
import { describeInBrowser } from './browser.ts'

const PROBING = {
  PROBE: 'on',
  PROBE_HELO: 'probe.example.com',
  PROBE_SENDER: 'postmaster@example.com',
  PROBE_ADDRESS: '8.8.4.4',
}

describeInBrowser(
  async () => PROBING,
  (it) => {
    test('the results show what a probe costs before it begins, its progress, and the answers', async () => {
      const { page, origin, db } = it
      const submit = `fetch('/v1/emails/bulk', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({
        emails: ['jane.roe@contoso.org', 'john.smith@fabrikam.org'], validate_domain: 0 }) })
        .then((answer) => answer.json()).then(({ job }) => job.id)`
      const jobId = await page.evaluate(submit)
      await page.goto(`${origin}/jobs/${jobId}`)
      await page.getByRole('row', { name: /jane\.roe@contoso\.org/ }).waitFor()
      expect(await page.getByRole('button', { name: 'Query mail servers' }).count()).toBe(0)
      const { rows } = await sql<{ id: string }>`SELECT id FROM accounts`.execute(db)
      const accountId = rows[0]!.id
      await setAllowed(db, accountId, true)
      await page.reload()
      await page.getByText('Uses up to 2 of the 50 probes left today, and no credits.').waitFor()
      expect(await findFaults(page)).toEqual([])
      await page.getByRole('button', { name: 'Query mail servers' }).click()
      await page.getByText('Querying the mail servers of 2 addresses…').waitFor()
      expect(await findFaults(page)).toEqual([])

      const deps = { engine: loadEngine(), secrets: readSecrets('a secret for tests that is long enough') }
      const gone = { class: 'no_such_mailbox', source: 'probe', happenedAt: new Date() } as const
      await db.transaction().execute(async (tx) => {
        await recordEvidence(deps, tx, accountId, [{ ...gone, address: 'john.smith@fabrikam.org' }])
        await sql`UPDATE probes SET ended_at = now(), address = NULL,
          reason = CASE WHEN address LIKE 'jane%' THEN 'unclear' END`.execute(tx)
      })
      await page.getByText('2 probes have ended, 1 with an answer.').waitFor()
      await page.getByRole('button', { name: /Bounced/ }).waitFor()
      expect(await findFaults(page)).toEqual([])
    })
  },
)
