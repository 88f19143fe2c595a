// Cleaning with domain look-ups, against name servers on loopback; and whatever can end in the middle of it: nothing is lost,
// nothing is counted twice, and the page says what happened and goes on.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createUser, setPassword as setPasswordOf } from '../../server/src/accounts/users.ts'
import { type DnsServer, startDnsServer, type Zone } from '../../server/test/stand-ins/dns-server.ts'
import {
  chooseFile,
  choosePath,
  cleaned,
  describeInBrowser,
  exportAll,
  go,
  OWNER,
  PASSWORD,
  paste,
  setPassword,
  unitsOf,
  untilSubmitted,
  validate,
} from './browser.ts'

const MX = { MX: [[10, 'mx.answers.com']], NS: ['ns.answers.com'] } as const
const ZONE: Zone = {
  'answers.com': MX,
  'mx.answers.com': { A: ['93.184.216.34'] },
  // RFC 7505
  'nullmx.com': { MX: [[0, '.']], A: ['93.184.216.34'], NS: ['ns.nullmx.com'] },
  'nowhere.com': { nxdomain: true },
  'broken.com': { fault: 'servfail' },
}
/** Long enough for something to happen before the answer. */
const SLOW = { ...MX, delayMs: 1_500 }

let dns: DnsServer
afterAll(() => dns?.close())

describeInBrowser(
  async () => {
    dns = await startDnsServer((name) => ZONE[name] ?? (name.startsWith('slow') ? SLOW : undefined))
    return { DNS_SERVERS: dns.address, DNS_TIMEOUT_MS: '4000', DNS_TRIES: '2', LOOKUP_PATIENCE_MS: '0' }
  },
  (it) => {
    /** Rows of a list that keeps the service busy for a while; names differ, so that no answer is known before. */
    let lists = 0
    const slowList = () => {
      lists++
      return `email\nann.lee@slow-${lists}.com\nbob.ray@answers.com\n`
    }
    const answers = (list: number) => [`ann.lee@slow-${list}.com,safe,ok,`, 'bob.ray@answers.com,safe,ok,']

    test('a list with domain look-ups: what DNS says is in the export, what it cannot say is not known and costs nothing', async () => {
      const { page } = it
      const before = await unitsOf(page)
      const addresses = ['ann.lee@answers.com', 'bob.ray@nullmx.com', 'eva.weber@nowhere.com', 'dora.smith@broken.com']
      await chooseFile(page, 'domains.csv', Buffer.from(`email\n${addresses.join('\n')}\n`))
      await validate(page, { withDomains: true })
      await page.waitForURL('**/files/*')
      expect(await exportAll(page)).toBe(
        'email,status,reason,suggestion\n' +
          'ann.lee@answers.com,safe,ok,\n' +
          'bob.ray@nullmx.com,unsafe,no_mx,\n' +
          'eva.weber@nowhere.com,unsafe,no_mx,\n' +
          'dora.smith@broken.com,unknown,lookup_failed,\n',
      )
      await expect.poll(() => unitsOf(page)).toBe(before + 3)
    })

    test('one address with its domain: mail hosts and what they come to stand below the verdict', async () => {
      const { page } = it
      await go(page, 'Check')
      await page.getByLabel('E-mail address').fill('ann.lee@answers.com')
      await page.getByLabel('E-mail address').press('Enter')
      await page.getByRole('heading', { name: 'The domain answers.com' }).waitFor()
      await page.getByText('mx.answers.com').waitFor()
      await page.getByText('Judged by the service').waitFor()
    })

    test('without a network the page says that it waits, and goes on when the network is back', async () => {
      const { page } = it
      const before = await unitsOf(page)
      await chooseFile(page, 'offline.csv', Buffer.from(slowList()))
      await page.getByText('judged in this browser').waitFor()
      await it.context.setOffline(true)
      await page.getByText('This machine has no network').waitFor()
      await validate(page, { withDomains: true })
      await page.getByRole('alert').getByText('cannot be reached').waitFor()
      await it.context.setOffline(false)
      await page.getByText('This machine has no network').waitFor({ state: 'detached' })
      await untilSubmitted(page)
      await it.context.setOffline(true)
      await page.getByText('This machine has no network').waitFor()
      // Who cannot be signed out is told so, and stays on the page.
      await page.getByRole('button', { name: 'Sign out', exact: true }).click()
      await page.getByRole('complementary').getByRole('alert').getByText('cannot be reached').waitFor()
      await it.context.setOffline(false)
      await cleaned(page, answers(lists))
      await expect.poll(() => unitsOf(page)).toBe(before + 2)
    })

    test('a tab that is closed while it uploads is taken up by the next with the same file; one that is closed later is not needed', async () => {
      const before = await unitsOf(it.page)
      const path = join(it.folder, 'closed.csv')
      await writeFile(path, slowList())
      const first = await it.newPage()
      await first.goto(`${it.origin}/clean`)
      // The upload never gets through.
      const begun = new Promise<void>((resolve) => {
        void first.route('**/*', (route) => {
          if (route.request().method() !== 'PUT') return route.continue()
          resolve()
          return undefined
        })
      })
      await choosePath(first, path)
      await validate(first, { withDomains: true })
      await begun
      await first.close()

      const second = await it.newPage()
      await second.goto(`${it.origin}/clean`)
      await second.getByText(/The upload of .?closed\.csv.? was begun here and has not arrived/).waitFor()
      await choosePath(second, path)
      await second.getByRole('button', { name: 'Take the upload up again' }).click()
      await second.waitForURL('**/files/*')
      const results = second.url()
      await second.close()

      await it.page.goto(results)
      await cleaned(it.page, answers(lists))
      await expect.poll(() => unitsOf(it.page)).toBe(before + 2)
    })

    test('the same list submitted in two tabs at once is one group, counted once', async () => {
      const before = await unitsOf(it.page)
      const tabs = [it.page, await it.newPage()]
      const text = slowList()
      await tabs[1]!.goto(`${it.origin}/clean`)
      for (const tab of tabs) {
        await paste(tab, text)
        await tab.getByText('judged in this browser').waitFor()
      }
      await Promise.all(tabs.map((tab) => validate(tab, { withDomains: true })))
      await Promise.all(tabs.map((tab) => tab.waitForURL('**/files/*')))
      const results = tabs[0]!.url()
      expect(tabs[1]!.url()).toBe(results)
      await cleaned(tabs[0]!, answers(lists))
      await cleaned(tabs[1]!, answers(lists))
      await paste(tabs[1]!, text)
      const known = tabs[1]!.getByRole('link', { name: 'Open its results' })
      expect(new URL((await known.getAttribute('href'))!, results).href).toBe(results)
      await tabs[1]!.close()
      await expect.poll(() => unitsOf(it.page)).toBe(before + 2)
    })

    test('a list that another tab is sending at this very moment is sent again by itself', async () => {
      const { page } = it
      const problem = { code: 'idempotency_in_progress', status: 409, title: 'Still running' }
      await page.route(
        '**/emails/bulk/upload',
        (route) => route.fulfill({ status: 409, contentType: 'application/problem+json', json: problem }),
        { times: 1 },
      )
      await paste(page, 'carl.gauss@contoso.com')
      await validate(page)
      await page.waitForURL('**/files/*')
      await cleaned(page, ['carl.gauss@contoso.com,safe,ok,'])
    })

    test("the page's own worker can end at any time: the page says so, and reads the list again when asked to", async () => {
      const { page } = it
      await paste(page, 'ann.lee@contoso.com\npeter.miller@gmial.com')
      await page.getByText('judged in this browser').waitFor()
      await Promise.all(page.workers().map((worker) => worker.evaluate('self.close()')))
      await page.getByRole('alert').getByText('has ended').waitFor()
      expect(await page.getByRole('button', { name: 'Validate the list' }).count()).toBe(0)
      await page.getByRole('button', { name: 'Try again' }).click()
      await page.getByText('2 rows, judged in this browser').waitFor()
      await page.getByText('Probably meant: peter.miller@gmail.com').waitFor()
      await validate(page)
      await page.waitForURL('**/files/*')
      await page.getByRole('button', { name: /^Save/ }).waitFor()
      await Promise.all(page.workers().map((worker) => worker.evaluate('self.close()')))
      await cleaned(page, ['ann.lee@contoso.com,safe,ok,', 'peter.miller@gmial.com,unsafe,typo,peter.miller@gmail.com'])
    })

    test('a session that was ended elsewhere asks to sign in above the page, which stays', async () => {
      const { page } = it
      await setPassword(page)
      await paste(page, 'ann.lee@contoso.com')
      await page.getByText('judged in this browser').waitFor()
      await page.evaluate(`fetch('account/sessions', { method: 'DELETE', headers: { 'mailsift-request': '1' } })`)
      await validate(page)
      const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
      await dialog.getByLabel('E-mail address').fill(OWNER)
      await dialog.getByLabel('Password').fill(PASSWORD)
      await dialog.getByRole('button', { name: 'Sign in' }).click()
      await dialog.waitFor({ state: 'detached' })
      await page.getByRole('button', { name: /Take the upload up again|Validate the list/ }).click()
      await page.waitForURL('**/files/*')
      await page.getByRole('button', { name: 'Save 1 row' }).waitFor()
    })

    test('what was refused for want of a session comes by itself once signed in; another person sees a page of their own', async () => {
      const { page } = it
      const { db } = it
      const { id } = await createUser(db, { email: 'second@mailsift.internal' })
      await db.transaction().execute((tx) => setPasswordOf(tx, id, PASSWORD))
      const endSessions = `fetch('account/sessions', { method: 'DELETE', headers: { 'mailsift-request': '1' } })`
      const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
      const signIn = async (email: string) => {
        await dialog.getByLabel('E-mail address').fill(email)
        await dialog.getByLabel('Password').fill(PASSWORD)
        await dialog.getByRole('button', { name: 'Sign in' }).click()
        await dialog.waitFor({ state: 'detached' })
      }
      await page.evaluate(endSessions)
      await go(page, 'Tokens')
      await signIn(OWNER)
      await page.getByRole('rowheader', { name: 'Data folder' }).waitFor()
      expect(await page.getByRole('alert').count()).toBe(0)
      await go(page, 'Files and jobs')
      const download = page.getByRole('button', { name: 'Download domains.csv' })
      await download.waitFor()
      await page.evaluate(endSessions)
      await download.click()
      await signIn(OWNER)
      expect(await page.getByRole('alert').count()).toBe(0)
      await Promise.all([page.waitForEvent('download'), download.click()])
      await page.evaluate(endSessions)
      await go(page, 'Usage')
      await signIn('second@mailsift.internal')
      await page.getByText('second@mailsift.internal').waitFor()
      await go(page, 'Tokens')
      await page.getByText('No token is in use').waitFor()
    })

    test('a page whose script does not come says so beside the others, and comes by itself when the service is back', async () => {
      const { page } = it
      await go(page, 'Check')
      await page.reload()
      await page.getByRole('heading', { name: 'Check an address' }).waitFor()
      await page.route('**/*', (route) => route.abort())
      await go(page, 'Contacts')
      await page.getByRole('heading', { name: 'This page did not load' }).waitFor()
      await page.waitForEvent('requestfailed', (request) => request.url() === `${it.origin}/`)
      await page.unroute('**/*')
      await page.getByRole('heading', { level: 1, name: 'Contacts' }).waitFor()
    })

    test('a worker whose script does not come is told, and comes when it is asked for again', async () => {
      const { page } = it
      await page.route('**/assets/worker-*.js', (route) => route.abort())
      await page.goto(`${it.origin}/?email=peter.miller@gmial.com`)
      await page.getByRole('alert').getByText('did not load').waitFor()
      await page.unroute('**/assets/worker-*.js')
      await page.getByRole('button', { name: 'Try again' }).click()
      await page.getByRole('heading', { name: 'Do not send' }).waitFor()
    })

    test('data of the engine that does not come is told, and comes when it is asked for again', async () => {
      const { page } = it
      await page.route('**/assets/*.bin', (route) => route.fulfill({ status: 503 }))
      await page.goto(`${it.origin}/?email=peter.miller@gmial.com`)
      await page.getByRole('alert').getByText('could not be loaded').waitFor()
      await page.unroute('**/assets/*.bin')
      await page.getByRole('button', { name: 'Try again' }).click()
      await page.getByRole('heading', { name: 'Do not send' }).waitFor()
    })

    test('every question went to the name server on loopback, about domains alone', () => {
      expect(dns.unscripted).toEqual([])
      expect(dns.questions.length).toBeGreaterThan(0)
      expect(dns.questions.filter(({ name }) => name.includes('@'))).toEqual([])
    })
  },
)
