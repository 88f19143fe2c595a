// From a messy list to an exported file, byte for byte; the other lists are in messy-lists.system.ts.
import { buffer } from 'node:stream/consumers'
import { STATUSES } from '@mailsift/clean/status'
import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { nestedTags } from '../../intake/test/make-bombs.ts'
import { makeXlsx } from '../../intake/test/make-xlsx.ts'
import { chooseFile, cleanFile, describeInBrowser, exportAll, go, paste, save, unitsOf, validate } from './browser.ts'
import { focused } from './by-keys.ts'
import { dropOn } from './dropping.ts'
import { FEW_LISTS, workbook } from './lists.ts'

describeInBrowser(
  async () => ({}),
  (it) => {
    test('the startup link has signed in, does not work twice, and is not in the URL', async () => {
      expect(it.page.url()).toBe(`${it.origin}/`)
      const stranger = await it.browser.newContext()
      const other = await stranger.newPage()
      await other.goto(it.signInLink)
      await other.getByRole('alert').getByText('was used').waitFor()
      await other.getByLabel('Email address').fill('owner@mailsift.internal')
      await other.getByLabel('Password', { exact: true }).fill('not the password')
      await other.getByRole('button', { name: 'Sign in' }).click()
      // The error of the password replaces the one of the link.
      await other.getByRole('alert').getByText('password').waitFor()
      expect(await other.getByText('was used').count()).toBe(0)
      await stranger.close()
    })

    test('the verdict appears while typing, without any request', async () => {
      const asked: string[] = []
      const note = (request: { url(): string }) =>
        void (/\/(v1|insight)\//.test(request.url()) && asked.push(request.url()))
      it.page.on('request', note)
      await it.page.getByLabel('Email address').fill('peter.miller@gmial.com')
      await it.page.getByRole('heading', { name: 'Do not send' }).waitFor()
      await it.page.getByText('peter.miller@gmail.com').waitFor()
      it.page.off('request', note)
      expect(asked).toEqual([])
    })

    test('a double click has the effect of a single one: one token, one list', async () => {
      const { page } = it
      const before = await unitsOf(page)
      await go(page, 'API tokens')
      await page.getByRole('button', { name: 'Create token' }).first().click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Name').fill('twice')
      await dialog.getByRole('button', { name: 'Create token' }).dblclick()
      await page.getByRole('button', { name: 'Done, I saved it' }).click()
      await dialog.waitFor({ state: 'detached' })
      await page.getByRole('heading', { name: '2 active tokens' }).waitFor()
      expect(await page.getByRole('rowheader', { name: 'twice' }).count()).toBe(1)
      await paste(page, 'ann.lee@contoso.com\nbob.ray@contoso.com')
      await page.getByText('checked in your browser').waitFor()
      await page.getByLabel('Check domains too').uncheck()
      await page.getByRole('button', { name: 'Validate', exact: true }).dblclick()
      await page.waitForURL('**/files/*')
      await page.getByRole('button', { name: /^Export 2 rows/ }).waitFor()
      await expect.poll(() => unitsOf(page)).toBe(before + 2)
    })

    test('a single reason can be overridden by keyboard, is remembered for the next list, and can be reset to the purpose', async () => {
      const { page } = it
      const list = 'ann.lee@contoso.com\ninfo@contoso.com'
      const roles = page.getByRole('button', { name: /Role-based address/ })
      await paste(page, list)
      await roles.waitFor()
      await page.getByText('Adjust rules').focus()
      await page.keyboard.press('Enter')
      await page.getByLabel('Role-based address').focus()
      await page.keyboard.type('Ignore')
      await roles.waitFor({ state: 'detached' })
      await page.getByText('unsafe', { exact: true }).waitFor({ state: 'detached' })

      await page.reload()
      await paste(page, list)
      await page.getByText('checked in your browser').waitFor()
      expect(await roles.count()).toBe(0)
      await page.getByText('Adjust rules (1 changed)').click()
      await page.getByRole('button', { name: 'Reset to defaults' }).click()
      await roles.waitFor()

      await page.getByText('unsafe', { exact: true }).first().waitFor()
      await page.getByLabel('Purpose').selectOption('Sign-up form')
      await expect.poll(() => page.getByText('unsafe', { exact: true }).count()).toBe(0)
      await go(page, 'Check an address')
      expect(await page.getByLabel('Purpose').inputValue()).toBe('sign-up')
      await page.getByLabel('Purpose').selectOption('Newsletter')
    })

    test('a list of the same length as an earlier one has separate results, and the same list is validated again on request', async () => {
      const { page } = it
      const results: string[] = []
      for (const name of ['lisa.ann', 'mona.ray', 'mona.ray']) {
        await paste(page, `${name}@contoso.com`)
        const again = page.getByRole('button', { name: 'Validate again' })
        await page.getByText('checked in your browser').waitFor()
        await page.getByLabel('Check domains too').uncheck()
        const isKnown = await again.isVisible()
        expect(isKnown).toBe(results.length === 2)
        await (isKnown ? again : page.getByRole('button', { name: 'Validate', exact: true })).click()
        await page.waitForURL('**/files/*')
        expect(await exportAll(page)).toContain(`${name}@contoso.com,safe`)
        results.push(page.url())
      }
      expect(new Set(results).size).toBe(3)
    })

    test('a key used by another list, and an expired upload, are replaced, and the list is sent', async () => {
      const { page } = it
      const keys: string[] = []
      const refusals = ['idempotency_conflict', 'upload_expired']
      await page.route('**/emails/bulk/upload', async (route) => {
        keys.push((await route.request().headerValue('idempotency-key'))!)
        const code = refusals[keys.length - 1]
        if (!code) return route.continue()
        const [json, contentType] = [{ code, status: 409, title: code }, 'application/problem+json']
        await route.fulfill({ status: 409, contentType, json })
      })
      await paste(page, 'twice.refused@contoso.com')
      await validate(page)
      await page.getByRole('alert').getByText('upload_expired').waitFor()
      await page.getByRole('button', { name: 'Try again' }).click()
      await page.getByRole('button', { name: 'Export 1 row' }).waitFor()
      expect(keys[0]).not.toBe(keys[1])
      await page.unrouteAll({ behavior: 'ignoreErrors' })
    })

    test('a workbook of two million nested tags is refused with one line, and the next list is read', async () => {
      const { page } = it
      await chooseFile(page, 'bomb.xlsx', nestedTags())
      await page.getByText(/^Cannot read this file\. This Excel file nests .+ Save the sheet as CSV/).waitFor()
      await paste(page, 'ann.lee@contoso.com')
      await page.getByText('checked in your browser').waitFor()
    })

    test('a stopped upload is offered again until it is discarded', async () => {
      const { page } = it
      const list = 'stop.me@contoso.com'
      await page.route('**/*', (route) => (route.request().method() === 'PUT' ? undefined : route.continue()))
      await paste(page, list)
      await validate(page)
      await page.getByRole('button', { name: 'Stop' }).click()
      await page.getByText('Upload stopped').waitFor()
      await page.getByRole('button', { name: 'Resume upload' }).waitFor()
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      await page.getByRole('button', { name: 'Choose another list' }).click()
      await page.getByText('did not finish').waitFor()
      await page.getByRole('button', { name: 'Dismiss' }).click()
      await page.getByText('did not finish').waitFor({ state: 'detached' })
      await paste(page, list)
      await validate(page)
      await page.getByRole('button', { name: 'Export 1 row' }).waitFor()
    })

    test('a dropped list can be sent only after all of it was read for the selected columns', async () => {
      const { page } = it
      await go(page, 'Clean a list')
      await page.getByText('Drop a file here').waitFor()
      expect(await page.locator('h1').evaluate(dropOn, 'email\n')).toBe(false)
      await page
        .locator('input[type=file]')
        .evaluate(dropOn, 'Private E-Mail,Work E-Mail\nann.lee@gmail.com,ann.lee@contoso.com\n')
      const send = page.getByRole('button', { name: 'Validate', exact: true })
      await page.getByText('2 credits').waitFor()
      await page.getByLabel('Check domains too').uncheck()
      const worker = page.workers()[0]!
      // Reading stops here until it is released.
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
      await page.getByText('1 credit', { exact: false }).waitFor()
      await expect.poll(() => send.isEnabled()).toBe(true)
      await columns.getByLabel('Private E-Mail').uncheck()
      await send.waitFor({ state: 'detached' })
    })

    test('every sheet of a workbook can be chosen by keyboard, including an empty one, and the focus stays', async () => {
      const { page } = it
      const rows = (name: string) => [
        ['Name', 'Email'],
        [name, `${name}@contoso.com`],
      ]
      await chooseFile(page, 'sheets.xlsx', workbook({ Cover: [], Old: rows('ann.lee'), New: rows('bob.ray') }))
      await page.getByText('ann.lee@contoso.com', { exact: true }).first().waitFor()
      const sheet = page.getByLabel('Sheet')
      expect(await sheet.inputValue()).toBe('Old')
      await sheet.focus()
      await page.keyboard.press('ArrowDown')
      await page.getByRole('alert').getByText('The file contains no rows').waitFor()
      await page.keyboard.press('ArrowDown')
      await page.getByText('1 row, checked in your browser').waitFor()
      await page.getByText('bob.ray@contoso.com', { exact: true }).first().waitFor()
      expect(await focused(page)).toContain('Cover')
      await validate(page)
      expect(await exportAll(page)).toBe('Name,Email,status,reason,suggestion\nbob.ray,bob.ray@contoso.com,safe,ok,\n')
    })

    test('a sheet of the maximum width offers the columns with content, at most 200', async () => {
      const { page } = it
      const columns = page.getByRole('group', { name: /column/i })
      const wide = ['free', ...Array<null>(16_382).fill(null), 'often']
      await chooseFile(page, 'wide.xlsx', Buffer.from(makeXlsx([{ name: 'A', rows: [wide, ['paid']] }])))
      await columns.getByLabel('Column 16384').waitFor()
      expect(await columns.getByRole('checkbox').count()).toBe(2)
      const names = Array.from({ length: 300 }, (_, at) => `part ${at + 1}`)
      await chooseFile(page, 'wide.csv', Buffer.from(`${names.join(',')}\n${names.join(',')}\n`))
      await columns.getByText('Showing the first 200 of 300 columns.').waitFor()
      expect(await columns.getByRole('checkbox').count()).toBe(200)
    })

    test('the report of a list shows what was repaired, and what is wrong with each line', async () => {
      const { page } = it
      const facts = page.locator('section', { has: page.getByRole('heading', { name: 'File details' }) })
      const reportOf = async (text: string) => {
        await chooseFile(page, 'odd.csv', Buffer.from(text))
        await page.getByText('checked in your browser').waitFor()
        await facts.getByText('1 line with a problem').click()
        return facts.getByRole('listitem').allInnerTexts()
      }
      const quotes = 'Email,Remark\nAnn Lee <ann.lee@contoso.com>,x\nbob.ray@contoso.com,"5" pipe"\n'
      expect(await reportOf(quotes)).toEqual([
        '1 address is extracted from its cell. The former text moves to an "original_" column.',
        'Line 3 has misplaced quotation marks.',
      ])
      await page.getByText('Original: Ann Lee <ann.lee@contoso.com>').waitFor()
      const ragged = 'Email,Remark\nann.lee@contoso.com,x,y\n"bob.ray@contoso.com, eva.weber@contoso.com",x\n'
      expect(await reportOf(ragged)).toEqual([
        '2 addresses are extracted from their cells. The former texts move to an "original_" column.',
        '1 row with several addresses is repeated once per address.',
        'Uneven rows are padded, which adds a column.',
        'Line 2 has 3 fields; the header has 2.',
      ])
    })

    test('an export without duplicates and some reasons, with a custom prefix, matches the preview and the saved file', async () => {
      const { page } = it
      const list = [
        'ann.lee@contoso.com',
        'ANN.LEE@contoso.com',
        'info@contoso.com',
        'eva.fox@gmial.com',
        'info@contoso.com',
      ]
      await paste(page, list.join('\n'))
      await page.getByLabel('Remove duplicates').uncheck()
      await page.getByText('2 duplicates kept').waitFor()
      await validate(page)
      await page.getByRole('group', { name: 'Rows' }).getByLabel('Do not send').check()
      // Duplicates that the user has kept are also exported.
      await page.getByRole('button', { name: 'Export 5 rows' }).waitFor()
      await page.getByLabel('Remove duplicates').check()
      await page.getByRole('button', { name: 'Export 3 rows' }).waitFor()
      await page.getByLabel('Remove duplicates').uncheck()
      await page.getByRole('button', { name: 'Export 5 rows' }).waitFor()
      const reasons = page.getByRole('group', { name: 'Reasons' })
      await reasons.getByLabel('Role-based address').uncheck()
      await page.getByRole('button', { name: 'Export 3 rows' }).waitFor()
      await page.getByLabel('Remove duplicates').check()
      await page.getByLabel('Prefix for result columns').fill('my,"own".')
      for (const name of ['status', 'reason']) await page.getByRole('button', { name: `Remove ${name}` }).click()
      await page.getByLabel('Add a column').selectOption('normalized')
      const preview = page.getByRole('region', { name: 'Preview (first ten rows)' })
      await preview.getByRole('columnheader', { name: 'myown.normalized' }).waitFor()
      expect(await preview.getByRole('row').count()).toBe(3)
      const expected = [
        'Column 1,suggestion,myown.normalized',
        'ann.lee@contoso.com,,ann.lee@contoso.com',
        'eva.fox@gmial.com,eva.fox@gmail.com,eva.fox@gmial.com',
      ]
      expect(await save(page)).toBe(`${expected.join('\n')}\n`)
      // The last export is the default for the next one.
      await page.reload()
      await page.getByRole('button', { name: 'Export 3 rows' }).waitFor()
      await preview.getByRole('columnheader', { name: 'service.normalized' }).waitFor()
      expect(await preview.getByRole('columnheader').allInnerTexts()).toEqual([
        'Column 1',
        'suggestion',
        'service.normalized',
      ])
      await page.evaluate(`localStorage.removeItem('mailsift.export')`)
      await reasons.getByLabel('Role-based address').uncheck()
      await page.getByLabel('Prefix for result columns').fill('myown.')
      await save(page)
      // Like a browser that lets a page write to a file: here, one on the page's private file system.
      await page.evaluate(`window.showSaveFilePicker = async ({ suggestedName }) =>
        (await navigator.storage.getDirectory()).getFileHandle(suggestedName, { create: true })`)
      const saving = page.getByRole('button', { name: 'Export 2 rows' })
      await page.getByText('File exported').waitFor()
      await page.getByLabel('Format').selectOption('CSV for Excel')
      await saving.click()
      const read = `navigator.storage.getDirectory().then((folder) => folder.getFileHandle('pasted.cleaned.csv'))
        .then((handle) => handle.getFile()).then((file) => file.text(), () => '')`
      await expect.poll(() => page.evaluate(read)).toBe(`${expected.join('\n')}\n`)
      await page.evaluate(`window.showSaveFilePicker = async () => { throw new DOMException('', 'AbortError') }`)
      await saving.click()
      await page.getByText('File exported').waitFor({ state: 'detached' })
      await page.evaluate('delete window.showSaveFilePicker')
      expect(await page.getByRole('alert').count()).toBe(0)
      for (const name of ['Column 1', 'suggestion', 'normalized'])
        await page.getByRole('button', { name: `Remove ${name}` }).click()
      await page.getByText('No rows match').waitFor()
      await page.evaluate(`localStorage.removeItem('mailsift.export')`)
    })

    test('a list is saved with its verdicts without an upload: duplicates removed, typos fixed, as CSV, workbook and zip', async () => {
      const { page } = it
      const list = 'name,email\nAnn,ann.lee@contoso.com\nAnn Lee,ANN.LEE@contoso.com\nEva,eva.fox@gmial.com\nBob,\n'
      await chooseFile(page, 'here.csv', Buffer.from(list.replace('Ann,', ',')))
      await page.getByText('Uses up to 2 credits').waitFor()
      await page.getByText('No address', { exact: true }).first().waitFor()
      const requests: string[] = []
      page.on('request', (request) => request.method() !== 'GET' && requests.push(request.url()))
      await page.getByLabel('Fix typos').check()
      await page.getByText('1 address replaced').waitFor()
      async function saved(button: string) {
        const download = page.waitForEvent('download')
        await page.getByRole('button', { name: button }).click()
        const file = await download
        return { name: file.suggestedFilename(), bytes: await buffer(await file.createReadStream()) }
      }
      const csv = [
        'name,email,status,reason,suggestion,note,original_email',
        'Ann Lee,ANN.LEE@contoso.com,safe,ok,,,',
        'Eva,eva.fox@gmail.com,safe,ok,,corrected from eva.fox@gmial.com,eva.fox@gmial.com',
        'Bob,,blank,no_address,,,',
        '',
      ].join('\n')
      const here = page.locator('section', { has: page.getByRole('heading', { name: 'Save without uploading' }) })
      await here.getByLabel('Format').selectOption({ label: 'CSV' })
      expect(await saved('Save file')).toEqual({ name: 'here.cleaned.csv', bytes: Buffer.from(csv) })
      await here.getByLabel('Format').selectOption('One CSV per status (.zip)')
      const zip = await saved('Save file')
      expect(zip.name).toBe('here.cleaned.zip')
      expect(Object.keys(unzipSync(zip.bytes))).toEqual(STATUSES.map((status) => `here.${status}.csv`))
      await here.getByLabel('Format').selectOption('Excel (.xlsx)')
      const book = await saved('Save file')
      expect(book.name).toBe('here.cleaned.xlsx')
      expect(strFromU8(unzipSync(book.bytes)['xl/worksheets/sheet1.xml']!)).toContain('eva.fox@gmail.com')
      const removed = await saved('Save removed rows')
      expect(removed.name).toBe('here.removed.xlsx')
      const report = await saved('Save report')
      expect(report.name).toBe('here.report.html')
      expect(report.bytes.toString()).toMatch(/Duplicates removed<\/td><td class="number">1</)
      expect(report.bytes.toString()).not.toMatch(/@(?:contoso|gmail)/)
      expect(requests).toEqual([])
      // The last choice is the default for the next list.
      await page.reload()
      await paste(page, 'ann.lee@contoso.com')
      expect(await page.getByLabel('Fix typos').isChecked()).toBe(true)
      expect(await here.getByLabel('Format').inputValue()).toBe('xlsx')
      await here.getByLabel('Format').selectOption({ label: 'CSV' })
      await page.getByLabel('Fix typos').uncheck()
    })

    test('the detected format of a list can be overridden', async () => {
      const { page } = it
      await chooseFile(page, 'said.csv', Buffer.from('Ann,ann.lee@contoso.com\nBob,bob.ray@contoso.com\n'))
      await page.getByText('2 rows, checked in your browser').waitFor()
      await page.getByText('Not read correctly? Change it').click()
      await page.getByLabel('Header').selectOption('First row')
      await page.getByText('1 row, checked in your browser').waitFor()
      await page.getByLabel('Separator').selectOption('Semicolon-separated')
      await page.getByText('Found, 1 column').waitFor()
    })

    test('a file for Excel contains no formula, and uses the chosen separator', async () => {
      const { page } = it
      await chooseFile(page, 'formula.csv', Buffer.from("Note;Email\n=cmd|'/C calc'!A0;ann.lee@contoso.com\n"))
      await validate(page)
      await page.getByRole('button', { name: 'Export 1 row' }).waitFor()
      await page.getByLabel('Format').selectOption({ label: 'CSV' })
      expect(await save(page)).toMatch(/^Note;Email;.*\n=cmd\|'\/C calc'!A0;/)
      await page.getByLabel('Format').selectOption('CSV for Excel')
      const preview = page.getByRole('region', { name: 'Preview (first ten rows)' })
      await preview.getByRole('cell', { name: "'=cmd|'/C calc'!A0" }).waitFor()
      const expected = `Note,Email,status,reason,suggestion\n"'=cmd|'/C calc'!A0",ann.lee@contoso.com,safe,ok,\n`
      expect(await save(page)).toBe(`\ufeff${expected}`)
      await page.getByLabel('Separator').selectOption('Semicolon (numbers like 1,5)')
      expect(await save(page)).toBe(`\ufeff${expected.replaceAll(',', ';')}`)
      await page.getByLabel('Format').selectOption({ label: 'CSV' })
    })

    test('a list submitted through the API has its results, and the files page shows its rows', async () => {
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
      await go(page, 'Lists')
      const row = page.getByRole('row', { name })
      const [download] = await Promise.all([page.waitForEvent('download'), row.getByRole('button').click()])
      expect(download.suggestedFilename()).toBe(`${id}.results.csv`)

      // As in an account with more of them.
      await page.route('**/account/lists?*', async (route) => {
        const answer = await route.fetch()
        await route.fulfill({ response: answer, json: { ...(await answer.json()), total: 60 } })
      })
      await page.reload()
      await page.getByRole('button', { name: 'Older' }).click()
      await page.getByText('2 of 3', { exact: true }).waitFor()
      await row.waitFor({ state: 'detached' })
      await page.getByRole('button', { name: 'Newer' }).click()
      await row.waitFor()
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      const missing = id.replace(/^./, (digit) => (digit === 'f' ? '0' : 'f'))
      await page.evaluate(`history.pushState(null, '', '/files/${missing}')`)
      await page.getByText('Results not found').waitFor()
    })

    test.each(FEW_LISTS)('$name is exported as expected, byte for byte', async ({ name, bytes, expected }) => {
      expect(await cleanFile(it.page, name, bytes)).toBe(expected)
    })
  },
)
