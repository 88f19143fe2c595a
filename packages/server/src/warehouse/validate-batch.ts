// A batch of a warehouse: validate → record its units once → answer row by row. A retried batch gets the same answer and is not billed again.
import { createHash } from 'node:crypto'
import { type Engine, renderJson, type Verdict } from '@mailsift/engine'
import { resultIds } from '../bulk/bulk.ts'
import type { PackValidated } from '../calibration/calibration.ts'
import type { FlagCounts } from '../outbox/outbox.ts'
import { uuidv7 } from '../platform/ids.ts'
import { inSlices } from '../platform/slices.ts'
import { currentTrace } from '../platform/tracing/current.ts'
import type { Quotas, SingleUnit, Taken, UsageRecorder } from '../usage/usage.ts'
import { createFlagReader } from '../validation/validation.ts'

export type WarehouseDeps = {
  engine: Engine
  usage: UsageRecorder
  quotas?: Pick<Quotas, 'take'> | undefined
  packValidated?: PackValidated | undefined
}

export type Batch = {
  accountId: string
  /** How the warehouse names the batch. */
  id: readonly string[]
  emails: readonly (string | null)[]
  connection: SingleUnit['connection']
  /** The batch was billed by an earlier request. */
  onReplay(): void
}

/** The JSON text of each row. */
export type ValidateBatch = (batch: Batch) => Promise<string[]>

export function createValidateBatch({ engine, usage, quotas, packValidated }: WarehouseDeps): ValidateBatch {
  const flagsOf = createFlagReader()

  return async ({ accountId, id, emails, connection, onReplay }) => {
    const { verdicts, units, flags } = await inSlices(function* () {
      const counted: { -readonly [Flag in keyof FlagCounts]: number } = {}
      const validated: (Verdict | null)[] = []
      let accepted = 0
      for (const email of emails) {
        const verdict = email === null ? null : engine.validate(email)
        validated.push(verdict)
        if (verdict?.ok) {
          accepted++
          for (const flag of flagsOf(verdict)) counted[flag] = (counted[flag] ?? 0) + 1
        }
        yield
      }
      return { verdicts: validated, units: accepted, flags: counted }
    })
    const batchId = units > 0 ? await record() : ''
    const idOf = resultIds(batchId)
    return inSlices(function* () {
      const rows: string[] = []
      for (const [row, verdict] of verdicts.entries()) {
        rows.push(render(verdict, idOf, row))
        yield
      }
      return rows
    })

    async function record(): Promise<string> {
      const resultId = uuidv7()
      const keyed = keyOf(id, emails)
      let credits: Taken | undefined
      try {
        credits = await quotas?.take(accountId, units)
      } catch (error) {
        // A batch that was billed is answered again, whatever is left.
        const original = await usage.findOriginal(accountId, keyed)
        if (original === undefined) throw error
        onReplay()
        return original
      }
      const rows = verdicts.flatMap((verdict) => (verdict ? { verdict } : []))
      const billedId = await usage.recordOnce({
        resultId,
        accountId,
        flags: [],
        batch: { units, flags },
        validated: packValidated?.(rows, rows),
        keyed,
        credits,
        trace: currentTrace(),
        connection,
      })
      if (billedId !== resultId) onReplay()
      return billedId
    }
  }
}

/**
 * The addresses are part of the key: should a warehouse give two batches one id, they are two batches, and neither fails the query as
 * a conflict.
 */
function keyOf(id: readonly string[], emails: readonly (string | null)[]): NonNullable<SingleUnit['keyed']> {
  const digest = createHash('sha256').update(JSON.stringify(emails)).digest('hex')
  return { key: JSON.stringify([...id, digest]), question: digest }
}

function render(verdict: Verdict | null, idOf: (row: number) => string, row: number): string {
  if (verdict === null) return 'null'
  if (verdict.ok) return `{"result":${renderJson(verdict, idOf(row))},"error":null}`
  const { code, message } = verdict.error
  return `{"result":null,"error":${JSON.stringify({ code, message })}}`
}
