// A stand-in for Google Apps Script: one sheet, one person, and synchronous HTTP to servers on loopback. The script runs in a
// thread of its own, because it waits for each response without an event loop.
import { readFileSync } from 'node:fs'
import vm from 'node:vm'
import {
  isMainThread,
  MessageChannel,
  type MessagePort,
  parentPort,
  receiveMessageOnPort,
  Worker,
  workerData,
} from 'node:worker_threads'

export type Cell = string | number
export type Person = {
  cells: Cell[][]
  /** The first selected row and column, and the number of rows; rows count from 1. */
  selection?: { row: number; column: number; rows: number; columns?: number }
  properties?: Record<string, string>
  /** Responses to prompts, in order; a missing one cancels. */
  entered?: string[]
  declines?: boolean
  /** Milliseconds that pass with each look at the clock. */
  clockStepMs?: number
}
export type Seen = {
  cells: Cell[][]
  alerts: string[]
  toasts: string[]
  menu: string[]
  sleptMs: number[]
  properties: Record<string, string>
}

type Request = { url: string; headers: Record<string, string> }
type Response = { status: number; headers: Record<string, string>; text: string }

const SCRIPT = new URL('../../integrations/google-sheets/Code.js', import.meta.url)

/** Runs one function of the script, as a click in its menu would. */
export function runScript(name: string, person: Person): Promise<Seen> {
  const { port1, port2 } = new MessageChannel()
  const signal = new Int32Array(new SharedArrayBuffer(4))
  const worker = new Worker(new URL(import.meta.url), {
    workerData: { name, person, port: port2, signal },
    transferList: [port2],
  })
  port1.on('message', async (requests: Request[]) => {
    const responses = await Promise.all(requests.map(send)).catch(() => undefined)
    port1.postMessage(responses)
    Atomics.store(signal, 0, 1)
    Atomics.notify(signal, 0)
  })
  return new Promise<Seen>((resolve, reject) => {
    worker.once('message', resolve).once('error', reject)
  }).finally(() => port1.close())
}

async function send({ url, headers }: Request): Promise<Response> {
  const response = await fetch(url, { headers, redirect: 'manual' })
  return { status: response.status, headers: Object.fromEntries(response.headers), text: await response.text() }
}

if (!isMainThread && workerData?.port) runHere(workerData)

function runHere({
  name,
  person,
  port,
  signal,
}: {
  name: string
  person: Person
  port: MessagePort
  signal: Int32Array
}) {
  const { cells, selection = { row: 1, column: 1, rows: 1 }, properties = {}, entered = [], declines = false } = person
  const seen: Seen = { cells, alerts: [], toasts: [], menu: [], sleptMs: [], properties }
  let now = 0

  const sheet = {
    getLastRow: () => cells.length,
    getMaxColumns: () => Math.max(...cells.map((row) => row.length)),
    getActiveRange: () => ({
      getRow: () => selection.row,
      getColumn: () => selection.column,
      getNumRows: () => selection.rows,
      getNumColumns: () => selection.columns ?? 1,
    }),
    getRange: (row: number, column: number, rows = 1, columns = 1) => ({
      getValue: () => cells[row - 1]?.[column - 1] ?? '',
      getValues: () =>
        Array.from({ length: rows }, (_, down) =>
          Array.from({ length: columns }, (_, across) => cells[row - 1 + down]?.[column - 1 + across] ?? ''),
        ),
      setValues(values: Cell[][]) {
        values.forEach((line, down) => {
          line.forEach((value, across) => {
            if (String(value).startsWith('=')) throw new Error(`${value} would run as a formula`)
            cells[row - 1 + down]![column - 1 + across] = String(value).replace(/^'/, '')
          })
        })
      },
    }),
    insertColumnsAfter(column: number, count: number) {
      for (const row of cells) {
        while (row.length < column) row.push('')
        row.splice(column, 0, ...Array.from({ length: count }, () => ''))
      }
    },
  }
  const ui = {
    ButtonSet: { OK: 'ok', OK_CANCEL: 'ok-cancel', YES_NO: 'yes-no' },
    Button: { OK: 'ok', YES: 'yes', NO: 'no', CANCEL: 'cancel' },
    alert(_title: string, message: string) {
      seen.alerts.push(message)
      return declines ? 'no' : 'yes'
    },
    prompt() {
      const text = entered.shift()
      return { getSelectedButton: () => (text === undefined ? 'cancel' : 'ok'), getResponseText: () => text ?? '' }
    },
    createMenu() {
      const menu = {
        addItem(label: string) {
          seen.menu.push(label)
          return menu
        },
        addSeparator: () => menu,
        addToUi() {},
      }
      return menu
    },
  }
  const userProperties = {
    getProperties: () => properties,
    setProperties: (added: Record<string, string>) => Object.assign(properties, added),
    deleteAllProperties() {
      for (const key of Object.keys(properties)) delete properties[key]
    },
  }
  const fetchAll = (requests: Request[]) => {
    Atomics.store(signal, 0, 0)
    port.postMessage(requests)
    Atomics.wait(signal, 0, 0)
    const responses = receiveMessageOnPort(port)?.message as Response[] | undefined
    if (!responses) throw new Error('Address unavailable')
    return responses.map(({ status, headers, text }) => ({
      getResponseCode: () => status,
      getHeaders: () => headers,
      getContentText: () => text,
    }))
  }
  class Clock extends Date {
    static override now() {
      now += person.clockStepMs ?? 0
      return now
    }
  }
  const context = vm.createContext({
    SpreadsheetApp: {
      getUi: () => ui,
      getActiveSheet: () => sheet,
      getActiveSpreadsheet: () => ({ toast: (message: string) => seen.toasts.push(message) }),
      flush() {},
    },
    PropertiesService: { getUserProperties: () => userProperties },
    UrlFetchApp: { fetchAll },
    Utilities: { sleep: (ms: number) => seen.sleptMs.push(ms), getUuid: () => crypto.randomUUID() },
    Date: Clock,
  })
  vm.runInContext(readFileSync(SCRIPT, 'utf8'), context)
  vm.runInContext(`${name}()`, context)
  parentPort!.postMessage(seen)
}
