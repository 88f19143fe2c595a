// One JSON value per line: an object with the address in one of its fields, or the address as a string. The bytes of an
// object are unchanged, including numbers of any length; the results are added as its last field.
import { type FlatColumn, type FlatRow, unreadableRow } from '@mailsift/clean/flat-row'
import { putRange, type Source, type Target, textOf } from '../batch-text.ts'
import type { Format, FormatParts } from './format.ts'

const CLOSING_BRACE = 0x7d
/** The field for a record that is not an object. */
const INPUT = 'input'

export function createJsonl({ settings, results, rowOf }: FormatParts): Format {
  const { resultsOnly, field } = settings
  const column = settings.column as string
  const name = JSON.stringify(field)
  const labels = results.map((result) => `${JSON.stringify(result.name)}:`)

  function putInput(target: Target, input: string, json: string): void {
    target.text += `{"${INPUT}":${JSON.stringify(input)},${name}:${json}}\n`
  }

  /** The row, and the text of a record that is not an object. */
  function read(source: Source, start: number, end: number): { row: FlatRow; input?: string; isEmpty?: boolean } {
    const text = textOf(source, start, end)
    let value: unknown
    try {
      value = JSON.parse(text)
    } catch {
      return { row: unreadableRow('This line is not valid JSON.'), input: text }
    }
    if (typeof value === 'string') return { row: rowOf(value, source, start, end), input: value }
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return { row: unreadableRow('This line is neither a JSON object nor a string.'), input: text }
    if (!resultsOnly && Object.hasOwn(value, field))
      return {
        row: unreadableRow(`This record already has a field ${name}. Choose another with --field.`),
        input: text,
      }
    const isEmpty = Object.keys(value).length === 0
    if (!Object.hasOwn(value, column))
      return { row: unreadableRow(`This record has no field ${JSON.stringify(column)}.`), isEmpty }
    const address = (value as Record<string, unknown>)[column]
    if (typeof address !== 'string' && address !== null)
      return { row: unreadableRow(`The field ${JSON.stringify(column)} is not a string.`) }
    return { row: rowOf(address, source, start, end) }
  }

  return {
    write(target, source, start, end) {
      const { row, input, isEmpty } = read(source, start, end)
      const json = jsonOf(results, labels, row)
      if (resultsOnly) target.text += `${json}\n`
      else if (input !== undefined) putInput(target, input, json)
      else {
        putRange(target, source, start, source.bytes.lastIndexOf(CLOSING_BRACE, end - 1))
        target.text += `${isEmpty ? '' : ','}${name}:${json}}\n`
      }
    },
    refuse(target, fault, source, start, end) {
      const json = jsonOf(results, labels, unreadableRow(fault))
      if (resultsOnly) target.text += `${json}\n`
      else putInput(target, textOf(source, start, end), json)
    },
  }
}

function jsonOf(results: readonly FlatColumn[], labels: readonly string[], row: FlatRow): string {
  let json = '{'
  for (let at = 0; at < results.length; at++) {
    const value = results[at]!.of(row)
    if (at > 0) json += ','
    json += labels[at]! + (typeof value === 'string' ? jsonText(value) : String(value))
  }
  return `${json}}`
}

const jsonText = (text: string) => (/^[ !#-[\]-~]*$/.test(text) ? `"${text}"` : JSON.stringify(text))
