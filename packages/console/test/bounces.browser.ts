// Bounces from the file to the verdict: upload, suppression list, sources.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { uuidv7 } from '../../server/src/platform/ids.ts'
import { complaint, dsn } from '../../server/test/bounces/mails.ts'
import { findFaults } from './axe.ts'
import { describeInBrowser, go } from './browser.ts'

describeInBrowser(
  async () => ({}),
  (it) => {
    test('an uploaded bounce and complaint are counted and added to the suppression list', async () => {
      const { page } = it
      await go(page, 'Bounces')
      await page.getByText('No suppressed addresses').waitFor()
      expect(await findFaults(page)).toEqual([])
      const mbox = [dsn(), complaint('abuse', 'john.smith@contoso.org')].map((mail) => `From x\n${mail}\n\n`).join('')
      await page.locator('input[type=file]').setInputFiles({
        name: 'bounces.mbox',
        mimeType: 'application/mbox',
        buffer: Buffer.from(mbox),
      })
      await page.getByText('2 mails or rows read, 2 new reports').waitFor()
      await page.getByRole('row', { name: /jane\.roe@contoso\.org.*Bounced/ }).waitFor()
      await page.getByRole('row', { name: /john\.smith@contoso\.org.*Complained/ }).waitFor()
      expect(await findFaults(page)).toEqual([])
    })

    test('an exported table of bounces is read with its types', async () => {
      const { page } = it
      await go(page, 'Bounces')
      const csv =
        'email,type\nann.hard@contoso.org,hard\nbob.soft@contoso.org,soft\ncy.complained@contoso.org,complaint\n'
      const file = { name: 'listmonk.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) }
      await page.locator('input[type=file]').setInputFiles(file)
      await page.getByText('3 mails or rows read, 3 new reports').waitFor()
      await page.getByRole('row', { name: /ann\.hard@contoso\.org.*Bounced/ }).waitFor()
      await page.getByRole('row', { name: /cy\.complained@contoso\.org.*Complained/ }).waitFor()
      expect(await page.getByRole('row', { name: /bob\.soft/ }).count()).toBe(0)
    })

    test('the results of a list show bounces and complaints, with the date, in the counts and as a filter', async () => {
      const { page, origin } = it
      const submit = `fetch('/v1/emails/bulk', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({
        emails: ['jane.roe@contoso.org', 'john.smith@contoso.org', 'mary.miller@contoso.org'], validate_domain: 0 }) })
        .then((answer) => answer.json()).then(({ job }) => job.id)`
      const jobId = await page.evaluate(submit)
      await page.goto(`${origin}/jobs/${jobId}`)
      await page.getByText(/^bounce on \d{4}-\d\d-\d\d, status 5\.1\.1$/).waitFor()
      await page.getByText('suppression list: complaint').waitFor()
      await page.getByRole('button', { name: /Bounced/ }).click()
      await page.getByText('Bounced (1 row)').waitFor()
      await page.getByText('suppression list: complaint').waitFor({ state: 'detached' })
      expect(await findFaults(page)).toEqual([])
    })

    test('a contact that bounced shows it, with the date', async () => {
      const { page, origin, db } = it
      const { rows } = await sql<{ id: string }>`
        INSERT INTO contacts (id, account_id, email, normalized, domain, position, state, validated_at, created_at, updated_at)
        SELECT ${uuidv7()}::uuid, id, 'jane.roe@contoso.org', 'jane.roe@contoso.org', 'contoso.org', 1, 'no_match', now(), now(), now() FROM accounts
        RETURNING id`.execute(db)
      await page.goto(`${origin}/contacts/${rows[0]!.id}`)
      await page.getByText('The mailbox does not exist.', { exact: false }).first().waitFor()
      await page.getByText(/Bounce, \d{4}-\d\d-\d\d/).waitFor()
      expect(await findFaults(page)).toEqual([])
    })

    test('an address is added to the suppression list and removed from it', async () => {
      const { page } = it
      await go(page, 'Bounces')
      await page.getByLabel('Address to suppress').fill('no address')
      await page.getByRole('button', { name: 'Add', exact: true }).click()
      await page.getByText('This is not an email address.').waitFor()
      await page.getByLabel('Address to suppress').fill('mary@contoso.org')
      await page.getByRole('button', { name: 'Add', exact: true }).click()
      await page.getByRole('row', { name: /mary@contoso\.org.*Added by you/ }).waitFor()
      await page.getByRole('button', { name: 'Remove mary@contoso.org' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
      await page.getByRole('row', { name: /mary@contoso\.org/ }).waitFor({ state: 'detached' })
    })

    test('a source shows its secret URL once', async () => {
      const { page } = it
      await go(page, 'Bounces')
      await page.getByRole('button', { name: 'Create source' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Name', { exact: true }).fill('Newsletter')
      await dialog.getByLabel('Provider').selectOption('Postmark')
      expect(await findFaults(page)).toEqual([])
      await dialog.getByRole('button', { name: 'Create source' }).click()
      await dialog.getByText(/\/hooks\/bounces\/[0-9a-f]{32}/).waitFor()
      await dialog.getByRole('button', { name: 'Done, I saved it' }).click()
      await page.getByRole('row', { name: /Newsletter.*Postmark/ }).waitFor()
      expect(await page.content()).not.toMatch(/\/hooks\/bounces\//)
    })

    test('rotating a source shows its new secret URL once, and the URL of before stops working', async () => {
      const { page, origin } = it
      const made = await page.evaluate<{
        url: string
      }>(`fetch('/account/bounce-sources', { method: 'POST', headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ kind: 'postmark', name: 'Invoices' }) }).then((answer) => answer.json())`)
      const report = async (path: string) =>
        (
          await fetch(`${origin}${path}`, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: '{}',
          })
        ).status
      const before = new URL(made.url).pathname
      expect(await report(before)).toBe(204)
      await page.reload()
      await page.getByRole('button', { name: 'Rotate the URL of Invoices' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByText('Those of before stop working at once', { exact: false }).waitFor()
      expect(await findFaults(page)).toEqual([])
      await dialog.getByRole('button', { name: 'Rotate', exact: true }).click()
      const shown = await dialog.getByText(/\/hooks\/bounces\/[0-9a-f]{32}/).innerText()
      expect(await findFaults(page)).toEqual([])
      await dialog.getByRole('button', { name: 'Done, I saved it' }).click()
      await dialog.waitFor({ state: 'detached' })
      expect(await page.content()).not.toMatch(/\/hooks\/bounces\//)
      const after = /\/hooks\/bounces\/[0-9a-f]{32}/.exec(shown)![0]
      expect([await report(before), await report(after)]).toEqual([404, 204])
    })

    test('the key of a source can be replaced', async () => {
      const { page } = it
      await page.evaluate(`fetch('/account/bounce-sources', { method: 'POST', headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ kind: 'mailgun', name: 'Receipts', key: 'the first key' }) })`)
      await page.reload()
      const row = page.getByRole('row', { name: /Receipts/ })
      await row.getByRole('button', { name: 'Replace key' }).click()
      const dialog = page.getByRole('dialog')
      expect(await findFaults(page)).toEqual([])
      await dialog.getByLabel('New key').fill('the second key')
      await dialog.getByRole('button', { name: 'Replace', exact: true }).click()
      await dialog.waitFor({ state: 'detached' })
      await row.waitFor()
    })

    test("a suppression shows the server's reply and its source", async () => {
      const { page } = it
      await go(page, 'Bounces')
      await page.getByRole('row', { name: /jane\.roe@contoso\.org.*550.*Upload/ }).waitFor()
    })

    test('a burst is shown, suppresses no address, and can be discarded', async () => {
      const { page } = it
      await page.evaluate(`fetch('/account/bounces/events', { method: 'POST', headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ items: Array.from({ length: 213 }, (_, n) => ({ email: 'person' + n + '@company' + (n % 12) + '.org', event: 'bounce', id: 'burst ' + n,
          reply: '550 User unknown: <person' + n + '@company' + (n % 12) + '.org>' })) }) }).then((answer) => answer.json())`)
      await page.reload()
      await page.getByText('213 bounces look like a fault on your side').waitFor()
      await page.getByText('550 User unknown: <address>').waitFor()
      await page.getByText('12 domains, 12 mail operators, since').waitFor()
      expect(await page.getByRole('row', { name: /person\d+@company/ }).count()).toBe(0)
      expect(await findFaults(page)).toEqual([])
      await page.getByRole('button', { name: 'Discard: the fault was ours' }).click()
      await page.getByText('213 bounces were discarded').waitFor()
      expect(await page.getByRole('row', { name: /person\d+@company/ }).count()).toBe(0)
    })

    test('all uploaded bounces can be undone at once, and the undo is shown; complaints stay', async () => {
      const { page } = it
      await go(page, 'Bounces')
      await page.getByRole('row', { name: /jane\.roe@contoso\.org/ }).waitFor()
      await page.getByRole('button', { name: 'Undo bounces' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Source').selectOption('Upload')
      expect(await findFaults(page)).toEqual([])
      await dialog.getByRole('button', { name: 'Undo', exact: true }).click()
      await dialog.getByText('1 bounce undone; 1 address is no longer suppressed.').waitFor()
      await dialog.getByRole('list', { name: 'Undone before' }).getByText('1 bounce undone').waitFor()
      await dialog.getByRole('button', { name: 'Close' }).first().click()
      await page.getByRole('row', { name: /jane\.roe@contoso\.org/ }).waitFor({ state: 'detached' })
      await page.getByRole('row', { name: /john\.smith@contoso\.org.*Complained/ }).waitFor()
    })
  },
)
