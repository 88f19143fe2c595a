// Actions on a validated list: viewing its rows, retrying unknown ones, renaming, comparing, deleting.
import { afterAll, expect, test } from 'vitest'
import { type DnsServer, startDnsServer, type Zone } from '../../server/test/stand-ins/dns-server.ts'
import { findFaults } from './axe.ts'
import { chooseFile, describeInBrowser, exportAll, go, paste, textOf, unitsOf, validate } from './browser.ts'

const ANSWERS = { MX: [[10, 'mx.answers.com']], NS: ['ns.answers.com'] } as const
const ZONE: Record<string, Zone[string]> = {
  'answers.com': ANSWERS,
  'broken.com': { fault: 'servfail' },
  'mx.answers.com': { A: ['93.184.216.34'] },
}
const LIST =
  'Name,Email\nAnn,ann.lee@answers.com\nBob,bob.ray@broken.com\nTrash,bob@mailinator.com\nDesk,info@answers.com\n'

let dns: DnsServer
afterAll(() => dns?.close())

describeInBrowser(
  async () => {
    dns = await startDnsServer(ZONE)
    return {
      ...{ DNS_SERVERS: dns.address, DNS_CANARIES: 'answers.com', DNS_TIMEOUT_MS: '500', DNS_TRIES: '1' },
      // A failed lookup is cached for three seconds; after that, the service looks up again, as by default.
      ...{ LOOKUP_PATIENCE_MS: '4000', ENRICHMENT: 'off' },
    }
  },
  (it) => {
    test('only rows whose lookup failed are sent again, and only those that get a result are charged', async () => {
      const { page } = it
      const before = await unitsOf(page)
      await chooseFile(page, 'spring.csv', Buffer.from(LIST))
      await validate(page, { withDomains: true })
      await page.waitForURL('**/files/*')
      await page.getByText('1 address could not be checked').waitFor()
      // One row has no result; the other did not need its lookup to be unsafe.
      await expect.poll(() => unitsOf(page)).toBe(before + 2)
      expect(await findFaults(page)).toEqual([])
      await page.getByRole('button', { name: /^Unknown/ }).click()
      await page.getByRole('heading', { name: 'Unknown (1 row)' }).waitFor()
      ZONE['broken.com'] = ANSWERS
      await page.getByRole('button', { name: 'Retry the unknown rows' }).click()
      await page.getByText('1 address could not be checked').waitFor({ state: 'detached' })
      await page.getByRole('group', { name: 'Rows' }).getByLabel('Unknown').waitFor({ state: 'detached' })
      // The selected part of the chart is gone, so all rows are shown.
      await page.getByRole('region', { name: 'Rows of the list' }).getByText('bob.ray@broken.com').waitFor()
      expect(await exportAll(page)).toBe(
        'Name,Email,status,reason,suggestion\nAnn,ann.lee@answers.com,safe,ok,\nBob,bob.ray@broken.com,safe,ok,\n' +
          'Trash,bob@mailinator.com,unsafe,disposable,\nDesk,info@answers.com,unsafe,role,\n',
      )
      await expect.poll(() => unitsOf(page)).toBe(before + 3)
    })

    test('rows can be searched and filtered by a part of the chart, with their count', async () => {
      const { page } = it
      const rows = page.getByRole('region', { name: 'Rows of the list' }).getByRole('listitem')
      await expect.poll(() => rows.count()).toBe(4)
      await page.getByRole('button', { name: /^Do not send/ }).click()
      await page.getByRole('heading', { name: 'Do not send (2 rows)' }).waitFor()
      await expect.poll(() => rows.count()).toBe(2)
      await page.getByRole('searchbox', { name: 'Search rows' }).fill('dESK')
      await page.getByRole('heading', { name: 'Do not send (1 row)' }).waitFor()
      await page.getByRole('button', { name: 'Show all' }).click()
      await expect.poll(() => rows.count()).toBe(4)
      await page.getByRole('searchbox', { name: 'Search rows' }).fill('no such text')
      await page.getByText('No rows match.').waitFor()
    })

    test('the report of a list is one accessible page that requests nothing and contains no address', async () => {
      const { page } = it
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Save report' }).click(),
      ])
      expect(download.suggestedFilename()).toBe('spring.report.html')
      const html = await textOf(download)
      expect(html).not.toMatch(/@answers|<script|src=|href=|url\(/)
      const reader = await it.newPage()
      await reader.setContent(html)
      await reader.getByRole('heading', { name: 'spring.csv' }).waitFor()
      await reader.getByRole('row', { name: /^Disposable.*unsafe/ }).waitFor()
      for (const colorScheme of ['light', 'dark'] as const) {
        await reader.emulateMedia({ colorScheme })
        expect(await findFaults(reader)).toEqual([])
      }
      await reader.close()
    })

    test('a list is renamed, has notes and is compared with the last run of the same file', async () => {
      const { page } = it
      await chooseFile(page, 'spring again.csv', Buffer.from(LIST))
      await validate(page, { withDomains: true })
      await page.waitForURL('**/files/*')
      await page.getByRole('button', { name: 'Compare' }).click()
      const line = page.getByRole('region', { name: 'Comparison with the last run' }).getByRole('row', { name: 'Safe' })
      await expect.poll(() => line.textContent()).toBe('Safe to send220')
      await page.getByRole('button', { name: 'Edit' }).click()
      const dialog = page.getByRole('dialog', { name: 'Edit list' })
      await dialog.getByLabel('Name').fill('Spring')
      await dialog.getByLabel('Notes').fill('For the agency')
      expect(await findFaults(page)).toEqual([])
      await dialog.getByRole('button', { name: 'Save' }).click()
      await page.getByRole('heading', { name: 'Spring', exact: true }).waitFor()
      await page.getByText('For the agency').waitFor()
      await go(page, 'Lists')
      await page.getByRole('link', { name: 'Spring', exact: true }).waitFor()
    })

    test('a deleted list is gone, and its file can be validated again', async () => {
      const { page } = it
      await page.getByRole('link', { name: 'Spring', exact: true }).click()
      await page.getByRole('button', { name: 'Delete' }).click()
      const dialog = page.getByRole('dialog', { name: 'Delete this list?' })
      await dialog.getByRole('button', { name: 'Delete list' }).click()
      await page.waitForURL('**/files')
      await page.getByRole('link', { name: 'Spring', exact: true }).waitFor({ state: 'detached' })
      await page.getByRole('link', { name: 'spring.csv' }).waitFor()
    })

    test('without a DNS response the page warns before a list is sent, and the choice about contacts is remembered', async () => {
      const { page } = it
      ZONE['answers.com'] = { fault: 'servfail' }
      // The service caches a lookup for some seconds.
      await paste(page, 'ann.lee@answers.com')
      await expect
        .poll(async () => {
          await page.reload()
          await paste(page, 'ann.lee@answers.com')
          await page.getByText('checked in your browser').waitFor()
          await page.getByLabel('Save safe addresses as contacts').waitFor()
          return page.getByText('Domains cannot be looked up at the moment.').isVisible()
        })
        .toBe(true)
      expect(await page.getByLabel('Save safe addresses as contacts').isChecked()).toBe(true)
      await page.getByLabel('Check domains too').uncheck()
      await page.getByText('Domains cannot be looked up at the moment.').waitFor({ state: 'detached' })
      ZONE['answers.com'] = ANSWERS
    })

    test('a running list can be stopped, and the page shows it', async () => {
      const { page } = it
      const gate = Promise.withResolvers<void>()
      ZONE['held.com'] = { until: gate.promise }
      const rows = Array.from({ length: 3_000 }, (_, at) => `ann.lee${at}@held.com`)
      await chooseFile(page, 'long.csv', Buffer.from(`Email\n${rows.join('\n')}\n`))
      await validate(page, { withDomains: true })
      await page.waitForURL('**/files/*')
      await page.getByRole('button', { name: 'Stop' }).click()
      const dialog = page.getByRole('dialog', { name: 'Stop this list?' })
      expect(await findFaults(page)).toEqual([])
      await dialog.getByRole('button', { name: 'Stop validation' }).click()
      await page.getByRole('button', { name: 'Stop' }).waitFor({ state: 'detached' })
      gate.resolve()
      await page.getByText('You stopped this list').waitFor()
      expect(await findFaults(page)).toEqual([])
    })
  },
)
