// Mailsift for Google Sheets: validates an email column and writes the verdicts beside it.

/** The purpose that decides what is risky: sign-up, marketing or b2b. */
const POLICY = 'marketing'
const TITLES = ['Verdict', 'Reason', 'Suggestion']
/** Requests at a time. */
const BATCH_COUNT = 50
/** Google ends a run after six minutes. */
const TIME_LIMIT_MS = 5 * 60_000
const ATTEMPTS_MAX_COUNT = 5
const WAIT_MAX_SECONDS = 60

/** Google calls it when the spreadsheet is opened. */
function onOpen() {
  SpreadsheetApp.getUi()
    .createMenu('Mailsift')
    .addItem('Validate the selected column', 'validateSelectedColumn')
    .addSeparator()
    .addItem('Set server and token…', 'setAccess')
    .addItem('Remove server and token', 'removeAccess')
    .addToUi()
}

/** They are stored for this person, not in the spreadsheet, which others may open or copy. */
function setAccess() {
  const server = ask('URL of your Mailsift server, such as https://mail.contoso.com')
  if (!server) return
  if (!/^https:\/\/[^\s/]+/i.test(server))
    return alertUser('The URL must start with https:// and be reachable from the internet.')
  const token = ask('API token, such as ms_r_… (a token that only reads is enough)')
  if (!token) return
  PropertiesService.getUserProperties().setProperties({ server: server.replace(/\/+$/, ''), token })
  toast('Server and token are set.')
}

function removeAccess() {
  PropertiesService.getUserProperties().deleteAllProperties()
  toast('Server and token are removed.')
}

function validateSelectedColumn() {
  const { server, token } = PropertiesService.getUserProperties().getProperties()
  if (!server || !token) return alertUser('First choose Mailsift → Set server and token….')
  const sheet = SpreadsheetApp.getActiveSheet()
  const selection = sheet.getActiveRange()
  if (selection.getNumColumns() !== 1) return alertUser('Select the one column with the addresses.')
  const column = selection.getColumn()
  if (String(sheet.getRange(1, column).getValue()).includes('@'))
    return alertUser('Row 1 contains an address. Insert a row above it with a title for each column.')

  const firstRow = Math.max(2, selection.getRow())
  const lastRow = Math.min(sheet.getLastRow(), selection.getRow() + selection.getNumRows() - 1)
  if (lastRow < firstRow) return alertUser('The selection contains no addresses.')
  const resultColumn = resultColumnOf(sheet, column)
  const addresses = sheet.getRange(firstRow, column, lastRow - firstRow + 1, 1).getValues()
  const verdicts = resultColumn && sheet.getRange(firstRow, resultColumn, addresses.length, 1).getValues()
  /** Address → its rows. Duplicates are validated once. */
  const rowsOf = new Map()
  addresses.forEach(([cell], at) => {
    const address = String(cell).trim()
    const isDone = verdicts && verdicts[at][0] !== '' && verdicts[at][0] !== 'unknown'
    if (address === '' || isDone) return
    rowsOf.set(address, [...(rowsOf.get(address) ?? []), firstRow + at])
  })
  if (rowsOf.size === 0)
    return alertUser('Every address in the selection has a verdict. Clear a verdict to validate its address again.')
  const credits = rowsOf.size === 1 ? '1 credit' : `${rowsOf.size} credits`
  const ui = SpreadsheetApp.getUi()
  if (ui.alert('Mailsift', `This uses up to ${credits}. Continue?`, ui.ButtonSet.YES_NO) !== ui.Button.YES) return
  validateRows(sheet, rowsOf, resultColumn ?? insertResultColumns(sheet, column), { server, token })
}

/** Each batch is written as soon as it is there: a run that ends early loses nothing, and the next one continues. */
function validateRows(sheet, rowsOf, resultColumn, access) {
  const startedAt = Date.now()
  const addresses = [...rowsOf.keys()]
  const counts = {}
  let done = 0
  while (done < addresses.length && Date.now() - startedAt < TIME_LIMIT_MS) {
    const batch = addresses.slice(done, done + BATCH_COUNT)
    const { results, refusal } = validateBatch(batch, access)
    results.forEach((result, at) => {
      if (!result) return
      counts[result[0]] = (counts[result[0]] ?? 0) + 1
      for (const row of rowsOf.get(batch[at])) sheet.getRange(row, resultColumn, 1, TITLES.length).setValues([result])
    })
    SpreadsheetApp.flush()
    if (refusal) return alertUser(refusal)
    done += batch.length
    toast(`${done} of ${addresses.length} addresses`)
  }
  const found = Object.entries(counts).map(([verdict, count]) => `${count} ${verdict}`)
  const next =
    done < addresses.length ? ` Time is up: choose the command again for the other ${addresses.length - done}.` : ''
  toast(`Validated ${done} addresses: ${found.join(', ')}.${next}`)
}

/** One result for each address, and a refusal that every further request would get, too. */
function validateBatch(addresses, { server, token }) {
  const requests = addresses.map((address) => ({
    url: `${server}/insight/emails/validate?policy=${POLICY}&email=${encodeURIComponent(address)}`,
    // The same key for a repeated request, so that none is billed twice.
    headers: { 'SERVICE-EMAIL-API-TOKEN': token, 'Idempotency-Key': Utilities.getUuid() },
    muteHttpExceptions: true,
    followRedirects: false,
  }))
  const results = addresses.map(() => undefined)
  let open = addresses.map((_, at) => at)
  let refusal
  for (let attempt = 1; open.length > 0 && !refusal; attempt++) {
    let waitSeconds = 2 ** attempt
    const retried = []
    for (const [at, response] of fetchAll(open, requests)) {
      const status = response?.getResponseCode()
      const isRetried = status === undefined || status === 429 || status >= 500
      if (isRetried && attempt < ATTEMPTS_MAX_COUNT) {
        retried.push(at)
        waitSeconds = Math.max(
          waitSeconds,
          Number(response?.getHeaders()['Retry-After'] ?? response?.getHeaders()['retry-after']) || 0,
        )
      } else if (status === 200 || isMalformed(response) || isRetried) results[at] = resultOf(response)
      else refusal = `Mailsift refused the request (${status}): ${problemOf(response).detail}`
    }
    open = retried
    if (open.length > 0 && !refusal) Utilities.sleep(1000 * Math.min(WAIT_MAX_SECONDS, waitSeconds))
  }
  return { results, refusal }
}

/** Without a response where the server cannot be reached. */
function fetchAll(open, requests) {
  try {
    const responses = UrlFetchApp.fetchAll(open.map((at) => requests[at]))
    return open.map((at, index) => [at, responses[index]])
  } catch {
    return open.map((at) => [at, undefined])
  }
}

function resultOf(response) {
  if (!response) return ['unknown', 'The server cannot be reached.', '']
  if (response.getResponseCode() !== 200)
    return [isMalformed(response) ? 'malformed' : 'unknown', asText(problemOf(response).detail), '']
  const { tier, reasons, suggestion } = JSON.parse(response.getContentText())
  return [tier, asText(reasons.map(({ sentence }) => sentence).join(' ')), asText(suggestion ?? '')]
}

/** Other refusals with status 400 are about the request, such as an unknown policy, and not about the address. */
const isMalformed = (response) => response?.getResponseCode() === 400 && problemOf(response).code === 'invalid_email'

function problemOf(response) {
  try {
    return JSON.parse(response.getContentText())
  } catch {
    return { detail: `status ${response.getResponseCode()}, and the response is not from Mailsift` }
  }
}

/** Sheets would run a text that starts like a formula. */
const asText = (text) => (/^[=+\-@']/.test(text) ? `'${text}` : text)

/** The column of the verdicts, where an earlier run inserted it. */
function resultColumnOf(sheet, column) {
  if (sheet.getMaxColumns() < column + TITLES.length) return undefined
  const titles = sheet.getRange(1, column + 1, 1, TITLES.length).getValues()[0]
  return TITLES.every((title, at) => titles[at] === title) ? column + 1 : undefined
}

/** Nothing is overwritten. */
function insertResultColumns(sheet, column) {
  sheet.insertColumnsAfter(column, TITLES.length)
  sheet.getRange(1, column + 1, 1, TITLES.length).setValues([TITLES])
  return column + 1
}

function ask(question) {
  const ui = SpreadsheetApp.getUi()
  const response = ui.prompt('Mailsift', question, ui.ButtonSet.OK_CANCEL)
  return response.getSelectedButton() === ui.Button.OK ? response.getResponseText().trim() : undefined
}

function alertUser(message) {
  const ui = SpreadsheetApp.getUi()
  ui.alert('Mailsift', message, ui.ButtonSet.OK)
}

function toast(message) {
  SpreadsheetApp.getActiveSpreadsheet().toast(message, 'Mailsift')
}
