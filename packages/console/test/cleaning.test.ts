// From a list as people have it to an exported file, byte for byte; the other lists are those of messy-lists.campaign.ts.
import { expect, test } from 'vitest'
import { cleanFile, describeInBrowser, exportAll, go, OWNER, paste, unitsOf, validate } from './browser.ts'
import { FEW_LISTS } from './lists.ts'
import { addContacts, addHostileSources } from './samples.ts'

describeInBrowser(
  async () => ({}),
  (it) => {
    test('the link of the start has signed in, works no second time, and stands in no address', async () => {
      expect(it.page.url()).toBe(`${it.origin}/`)
      const stranger = await it.browser.newContext()
      const other = await stranger.newPage()
      await other.goto(it.signInLink)
      await other.getByRole('alert').getByText('was used').waitFor()
      await stranger.close()
    })

    test('the verdict appears while one types, with nothing sent', async () => {
      const asked: string[] = []
      const note = (request: { url(): string }) =>
        void (/\/(v1|insight)\//.test(request.url()) && asked.push(request.url()))
      it.page.on('request', note)
      await it.page.getByLabel('E-mail address').fill('peter.miller@gmial.com')
      await it.page.getByRole('heading', { name: 'Do not send' }).waitFor()
      await it.page.getByText('peter.miller@gmail.com').waitFor()
      it.page.off('request', note)
      expect(asked).toEqual([])
    })

    test('a double click does once what a click does: one token, one list', async () => {
      const { page } = it
      const before = await unitsOf(page)
      await go(page, 'Tokens')
      await page.getByRole('button', { name: 'New token' }).first().click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Name').fill('twice')
      await dialog.getByRole('button', { name: 'New token' }).dblclick()
      await page.getByRole('button', { name: 'I have kept it' }).click()
      await dialog.waitFor({ state: 'detached' })
      await page.getByRole('heading', { name: '2 usable tokens' }).waitFor()
      expect(await page.getByRole('rowheader', { name: 'twice' }).count()).toBe(1)
      await paste(page, 'ann.lee@contoso.com\nbob.ray@contoso.com')
      await page.getByText('judged in this browser').waitFor()
      await page.getByLabel('Look up the domains too').uncheck()
      await page.getByRole('button', { name: 'Validate the list' }).dblclick()
      await page.waitForURL('**/files/*')
      await page.getByRole('button', { name: /^Save 2 rows/ }).waitFor()
      await expect.poll(() => unitsOf(page)).toBe(before + 2)
    })

    test('a single reason is weighed by the keyboard alone, is kept for the next list, and goes back to the purpose', async () => {
      const { page } = it
      const list = 'ann.lee@contoso.com\ninfo@contoso.com'
      const roles = page.getByRole('button', { name: /shared role mailbox/ })
      await paste(page, list)
      await roles.waitFor()
      await page.getByText('Weigh single reasons').focus()
      await page.keyboard.press('Enter')
      await page.getByLabel('Shared role mailbox').focus()
      await page.keyboard.type('Does')
      await roles.waitFor({ state: 'detached' })
      await page.getByText('unsafe', { exact: true }).waitFor({ state: 'detached' })

      await page.reload()
      await paste(page, list)
      await page.getByText('judged in this browser').waitFor()
      expect(await roles.count()).toBe(0)
      await page.getByText('Weigh single reasons (1 changed)').click()
      await page.getByRole('button', { name: 'Back to the purpose' }).click()
      await roles.waitFor()
    })

    test('an upload that is stopped is offered again until it is forgotten', async () => {
      const { page } = it
      const list = 'stop.me@contoso.com'
      await page.route('**/*', (route) => (route.request().method() === 'PUT' ? undefined : route.continue()))
      await paste(page, list)
      await validate(page)
      await page.getByRole('button', { name: 'Stop' }).click()
      await page.getByText('The upload was stopped').waitFor()
      await page.getByRole('button', { name: 'Take the upload up again' }).waitFor()
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      await page.getByRole('button', { name: 'Another list' }).click()
      await page.getByText('was begun here and has not arrived').waitFor()
      await page.getByRole('button', { name: 'Forget it' }).click()
      await page.getByText('was begun here and has not arrived').waitFor({ state: 'detached' })
      await paste(page, list)
      await validate(page)
      await page.getByRole('button', { name: 'Save 1 row' }).waitFor()
    })

    test('a dropped list is sent only when all of it was read for the columns that are chosen now', async () => {
      const { page } = it
      await go(page, 'Clean a list')
      await page
        .locator('input[type=file]')
        .evaluate(dropOn, 'Private E-Mail,Work E-Mail\nann.lee@gmail.com,ann.lee@contoso.com\n')
      const send = page.getByRole('button', { name: 'Validate the list' })
      await page.getByText('2 units').waitFor()
      const worker = page.workers()[0]!
      // Read no further than this until it is let go.
      await worker.evaluate(`
        const { stream } = Blob.prototype
        const held = new Promise((resolve) => (globalThis.letGo = resolve))
        Blob.prototype.stream = function () {
          return stream.call(this).pipeThrough(new TransformStream({
            transform: (chunk, controller) => held.then(() => controller.enqueue(chunk)),
          }))
        }`)
      const columns = page.getByRole('group', { name: /column/i })
      await columns.getByLabel('Work E-Mail').uncheck()
      await expect.poll(() => send.isDisabled()).toBe(true)
      await worker.evaluate('letGo()')
      await page.getByText('1 unit', { exact: false }).waitFor()
      await expect.poll(() => send.isEnabled()).toBe(true)
      await columns.getByLabel('Private E-Mail').uncheck()
      await send.waitFor({ state: 'detached' })
    })

    test('a list that came by the API has its results, and every page of the files its rows', async () => {
      const { page } = it
      const body = JSON.stringify({ emails: ['ann.lee@contoso.com'], validate_domain: 0 })
      const headers = `{ 'content-type': 'application/json', 'mailsift-request': '1', 'idempotency-key': 'one' }`
      const send = `fetch('v1/emails/bulk', { method: 'POST', headers: ${headers}, body: ${JSON.stringify(body)} })`
      const id = (await page.evaluate(`${send}.then((answer) => answer.json()).then(({ job }) => job.id)`)) as string
      await page.evaluate(`history.pushState(null, '', '/files?page=9')`)
      const name = `List ${id.slice(0, 8)}`
      await page.getByRole('link', { name }).click()
      await page.waitForURL(`**/jobs/${id}`)
      expect(await exportAll(page)).toBe('index,input,status,reason,suggestion\r\n0,ann.lee@contoso.com,safe,ok,\r\n')
      await go(page, 'Files and jobs')
      const row = page.getByRole('row', { name })
      const [download] = await Promise.all([page.waitForEvent('download'), row.getByRole('button').click()])
      expect(download.suggestedFilename()).toBe(`${id}.results.csv`)

      // As of an account with more of them.
      await page.route('**/account/submissions?*', async (route) => {
        const answer = await route.fetch()
        await route.fulfill({ response: answer, json: { ...(await answer.json()), total: 60 } })
      })
      await page.reload()
      await page.getByRole('button', { name: 'Older' }).click()
      await page.getByText('2 of 3').waitFor()
      await row.waitFor({ state: 'detached' })
      await page.getByRole('button', { name: 'Newer' }).click()
      await row.waitFor()
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      const missing = id.replace(/^./, (digit) => (digit === 'f' ? '0' : 'f'))
      await page.evaluate(`history.pushState(null, '', '/files/${missing}')`)
      await page.getByText('There are no such results').waitFor()
    })

    test('what sites say of a contact runs nothing, leads nowhere but to pages, and stays within a narrow screen', async () => {
      const { page } = it
      const { db } = it
      await addContacts(db, OWNER, ['eve.smith@contoso.com'])
      await addHostileSources(db, 'eve.smith@contoso.com')
      await go(page, 'Contacts')
      await page.getByRole('link', { name: 'Eve Smith' }).click()
      await page.getByText('What each source said').waitFor()
      await page.getByText('<img src=x onerror=alert(2)>').first().waitFor()
      await page.setViewportSize({ width: 360, height: 800 })
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360)
      const links = await page.evaluate(`[...document.querySelectorAll('a')].map(({ protocol }) => protocol)`)
      expect(new Set(links as string[])).toEqual(new Set(['http:']))
      await page.setViewportSize({ width: 1280, height: 800 })
    })

    test.each(FEW_LISTS)('$name comes out as it should, byte for byte', async ({ name, bytes, expected }) => {
      expect(await cleanFile(it.page, name, bytes)).toBe(expected)
    })
  },
)

/** Runs in the page. */
function dropOn(element: unknown, text: string): void {
  const { DataTransfer, DragEvent, File } = globalThis as unknown as Record<string, new (...args: unknown[]) => Dragged>
  const dataTransfer = new DataTransfer!()
  dataTransfer.items.add(new File!([text], 'dropped.csv', { type: 'text/csv' }))
  for (const type of ['dragover', 'drop'])
    (element as Dragged).dispatchEvent(new DragEvent!(type, { bubbles: true, cancelable: true, dataTransfer }))
}
type Dragged = { items: { add(file: object): void }; dispatchEvent(event: object): void }
