// Cleaning with domain lookups, against name servers on loopback, with failures in the middle: nothing is lost, nothing
// is counted twice, and the page reports the failure and continues.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createAccount, findUserOf, setPassword as setPasswordOf } from '../../server/src/accounts/accounts.ts'
import { setSubscription } from '../../server/src/accounts/subscriptions/subscriptions.ts'
import { slowPasswords } from '../../server/src/identity/users/passwords.ts'
import {
  chooseFile,
  choosePath,
  cleaned,
  END_SESSIONS,
  exportAll,
  go,
  OWNER,
  PASSWORD,
  paste,
  setPassword,
  signInAgain,
  unitsOf,
  untilSubmitted,
  validate,
} from './browser.ts'
import { describeSlowService } from './slow-service.ts'

describeSlowService((it, { dns, slowList }) => {
  test('a page whose script fails to load shows the error in the layout, and loads when the service is back', async () => {
    const { page } = it
    // First of all tests, because a loaded script is not requested again.
    await page.route('**/*', (route) => route.abort())
    await go(page, 'Contacts')
    await page.getByRole('heading', { name: 'This page did not load' }).waitFor()
    await page.waitForEvent('requestfailed', (request) => request.url() === `${it.origin}/`)
    await page.unroute('**/*')
    await page.getByRole('heading', { level: 1, name: 'Contacts' }).waitFor()
    // As after an update: the service is up, but a previous script is gone.
    await page.route('**/assets/*.js', (route) => route.abort())
    await go(page, 'Usage')
    await page.getByRole('heading', { name: 'This page did not load' }).waitFor()
    await page.unroute('**/assets/*.js')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { level: 1, name: 'Usage' }).waitFor()
  })

  test('a list with domain lookups: the export contains the DNS results; rows without one are unknown and free', async () => {
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

  test('one address with its domain: mail hosts and their effect are below the verdict', async () => {
    const { page } = it
    await go(page, 'Check an address')
    await page.getByLabel('Email address').fill('ann.lee@answers.com')
    await page.getByLabel('Email address').press('Enter')
    await page.getByRole('heading', { name: 'Domain: answers.com' }).waitFor()
    await page.getByText('mx.answers.com').waitFor()
    await page.getByText('Checked by the service').waitFor()
  })

  test('without a network the page shows that it is waiting, and continues when the network is back', async () => {
    const { page } = it
    const before = await unitsOf(page)
    const list = slowList()
    await chooseFile(page, 'offline.csv', Buffer.from(list.text))
    await page.getByText('checked in your browser').waitFor()
    await it.context.setOffline(true)
    await page.getByText('You are offline').waitFor()
    await validate(page, { withDomains: true })
    await page.getByText('The upload continues automatically').waitFor()
    await it.context.setOffline(false)
    await page.getByText('You are offline').waitFor({ state: 'detached' })
    await untilSubmitted(page)
    await it.context.setOffline(true)
    await page.getByText('You are offline').waitFor()
    // A failed sign-out is reported and stays on the page.
    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    await page.getByRole('complementary').getByRole('alert').getByText('Cannot reach the service').waitFor()
    await it.context.setOffline(false)
    await cleaned(page, list.rows)
    await expect.poll(() => unitsOf(page)).toBe(before + 2)
  })

  test('a tab can be closed during an upload and during validation: the next tab resumes the upload of the same file, and the results arrive', async () => {
    const { page } = it
    const before = await unitsOf(page)
    const [submitted, interrupted] = [slowList(), slowList()]
    const path = join(it.folder, 'closed.csv')
    await writeFile(path, interrupted.text)
    const tab = await it.newPage()
    await tab.goto(`${it.origin}/clean`)
    await chooseFile(tab, 'submitted.csv', Buffer.from(submitted.text))
    await validate(tab, { withDomains: true })
    await tab.waitForURL('**/files/*')
    // The upload never completes.
    const begun = new Promise<void>((resolve) => {
      void tab.route('**/*', (route) => {
        if (route.request().method() !== 'PUT') return route.continue()
        resolve()
        return undefined
      })
    })
    await choosePath(tab, path)
    await validate(tab, { withDomains: true })
    await begun
    await tab.close()

    await go(page, 'Clean a list')
    await page.getByText(/The upload of .?closed\.csv.? did not finish/).waitFor()
    await choosePath(page, path)
    await page.getByRole('button', { name: 'Resume upload' }).click()
    await page.waitForURL('**/files/*')
    await cleaned(page, interrupted.rows)
    await go(page, 'Lists')
    await page.getByRole('link', { name: 'submitted.csv' }).click()
    await cleaned(page, submitted.rows)
    await expect.poll(() => unitsOf(page)).toBe(before + 4)
  })

  test('a list that another tab is sending at the same moment is resent automatically, and is recognized the next time', async () => {
    const { page } = it
    const list = 'carl.gauss@contoso.com'
    const problem = { code: 'idempotency_in_progress', status: 409, title: 'Still running' }
    await page.route(
      '**/emails/bulk/upload',
      (route) => route.fulfill({ status: 409, contentType: 'application/problem+json', json: problem }),
      { times: 1 },
    )
    await paste(page, list)
    await validate(page)
    await page.waitForURL('**/files/*')
    await cleaned(page, ['carl.gauss@contoso.com,safe,ok,'])
    const results = page.url()
    await paste(page, list)
    await page.getByLabel('Check domains too').uncheck()
    const known = page.getByRole('link', { name: 'Open results' })
    expect(new URL((await known.getAttribute('href'))!, results).href).toBe(results)
  })

  test('the same list submitted in two tabs at once is one group, counted once', async () => {
    const before = await unitsOf(it.page)
    const tabs = [it.page, await it.newPage()]
    const { text, rows } = slowList()
    await tabs[1]!.goto(`${it.origin}/clean`)
    for (const tab of tabs) {
      await paste(tab, text)
      await tab.getByText('checked in your browser').waitFor()
    }
    await Promise.all(tabs.map((tab) => validate(tab, { withDomains: true })))
    await Promise.all(tabs.map((tab) => tab.waitForURL('**/files/*')))
    const results = tabs[0]!.url()
    expect(tabs[1]!.url()).toBe(results)
    await cleaned(tabs[0]!, rows)
    await cleaned(tabs[1]!, rows)
    await paste(tabs[1]!, text)
    const known = tabs[1]!.getByRole('link', { name: 'Open results' })
    expect(new URL((await known.getAttribute('href'))!, results).href).toBe(results)
    await tabs[1]!.close()
    await expect.poll(() => unitsOf(it.page)).toBe(before + 2)
  })

  test("the page's worker can end at any time: the page reports it, and reads the list again on request", async () => {
    const { page } = it
    await paste(page, 'ann.lee@contoso.com\npeter.miller@gmial.com')
    await page.getByText('checked in your browser').waitFor()
    await Promise.all(page.workers().map((worker) => worker.evaluate('self.close()')))
    await page.getByRole('alert').getByText('stopped reading the list').waitFor()
    expect(await page.getByRole('button', { name: 'Validate', exact: true }).count()).toBe(0)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('2 rows, checked in your browser').waitFor()
    await page.getByText('Did you mean peter.miller@gmail.com?').waitFor()
    await validate(page)
    await page.waitForURL('**/files/*')
    await page.getByRole('button', { name: /^Export/ }).waitFor()
    await Promise.all(page.workers().map((worker) => worker.evaluate('self.close()')))
    await cleaned(page, ['ann.lee@contoso.com,safe,ok,', 'peter.miller@gmial.com,unsafe,typo,peter.miller@gmail.com'])
  })

  test('requests refused without a session are repeated after the sign-in, on every page', async () => {
    const { page } = it
    await setPassword(page)
    await chooseFile(page, 'refused.csv', Buffer.from('email\nann.lee@contoso.com\n'))
    await validate(page)
    await page.getByRole('button', { name: 'Export 1 row' }).waitFor()
    await page.evaluate(END_SESSIONS)
    await go(page, 'API tokens')
    await signInAgain(page, OWNER)
    await page.getByRole('rowheader', { name: 'Data folder' }).waitFor()
    await expect.poll(() => page.getByRole('main').getByRole('alert').count()).toBe(0)
    await go(page, 'Lists')
    const download = page.getByRole('button', { name: 'Download refused.csv' })
    await download.waitFor()
    await page.evaluate(END_SESSIONS)
    await download.click()
    await signInAgain(page, OWNER)
    await expect.poll(() => page.getByRole('main').getByRole('alert').count()).toBe(0)
    await Promise.all([page.waitForEvent('download'), download.click()])
  })

  test('a session ended elsewhere opens a sign-in above the page, which keeps its state', async () => {
    const { page } = it
    await paste(page, 'ann.lee@contoso.com')
    await page.getByText('checked in your browser').waitFor()
    await page.evaluate(END_SESSIONS)
    await validate(page)
    await signInAgain(page, OWNER)
    await page.getByRole('button', { name: /^(Resume upload|Validate)$/ }).click()
    await page.waitForURL('**/files/*')
    await page.getByRole('button', { name: 'Export 1 row' }).waitFor()
  })

  test('another person who signs in above the page sees their own page', async () => {
    const { page } = it
    const { db } = it
    const { id } = await createAccount(db, { email: 'second@mailsift.internal' })
    const hash = await slowPasswords.hash(PASSWORD)
    await db.transaction().execute(async (tx) => setPasswordOf(tx, (await findUserOf(tx, id))!.id, hash))
    await setSubscription(db, id, { plan: 'test', status: 'active', periodEnd: null })
    await page.evaluate(END_SESSIONS)
    await go(page, 'Usage')
    await signInAgain(page, 'second@mailsift.internal')
    await page.getByText('second@mailsift.internal').waitFor()
    await go(page, 'API tokens')
    await page.getByText('No active tokens').waitFor()
  })

  test('a worker script or engine data that fail to load are reported and load on retry; the service works without them', async () => {
    const { page } = it
    // The page was reloaded for the other person and has no worker yet.
    expect(page.workers()).toEqual([])
    await page.route('**/assets/worker-*.js', (route) => route.abort())
    await page.route('**/assets/*.bin', (route) => route.fulfill({ status: 503 }))
    await go(page, 'Check an address')
    await page.getByLabel('Email address').fill('ann.lee@answers.com')
    await page.getByRole('alert').getByText('did not load').waitFor()
    await page.getByLabel('Email address').press('Enter')
    await page.getByRole('heading', { name: 'Domain: answers.com' }).waitFor()
    await page.unroute('**/assets/worker-*.js')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('alert').getByText('could not be loaded').waitFor()
    await page.unroute('**/assets/*.bin')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { name: 'Safe to send' }).waitFor()
  })

  test('every DNS query went to the name server on loopback and was about a domain', () => {
    expect(dns().unscripted).toEqual([])
    expect(dns().questions.length).toBeGreaterThan(0)
    expect(dns().questions.filter(({ name }) => name.includes('@'))).toEqual([])
  })
})
