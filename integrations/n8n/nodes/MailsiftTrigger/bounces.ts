import { createHash } from 'node:crypto'
import type { IDataObject, IPollFunctions } from 'n8n-workflow'
import { listByCursor } from '../shared/pages'
import { BASELINE_COUNT, overlapOf } from './overlap'

type Bounce = IDataObject & { email: string | null; suppressed_at: string }
/** The newest bounce that was seen, and the keys of those from just before it. */
type State = { newest: string; seen: string[] }

/** The address itself is not stored in n8n. An address that bounces again after it was removed is a new event. */
const keyOf = ({ email, suppressed_at }: Bounce) =>
  createHash('sha256').update(`${email} ${suppressed_at}`).digest('base64').slice(0, 16)

/** All bounces that no earlier poll has seen, oldest first; without an earlier poll, the latest ones. */
export async function pollBounces(context: IPollFunctions, known: IDataObject | undefined) {
  const { newest = '', seen = [] } = (known ?? {}) as Partial<State>
  const from = overlapOf(newest)
  const limit = known ? Number.POSITIVE_INFINITY : BASELINE_COUNT
  const isInReach = (item: IDataObject) => String(item.suppressed_at) >= from
  const query = { reason: 'bounce' }
  const bounces = (await listByCursor(context, '/account/suppressions', query, limit, isInReach)) as Bounce[]
  const seenBefore = new Set(seen)
  const events = bounces.filter((bounce) => bounce.email !== null && !seenBefore.has(keyOf(bounce))).reverse()
  const latest = bounces[0] && bounces[0].suppressed_at > newest ? bounces[0].suppressed_at : newest
  const nextFrom = overlapOf(latest)
  const state: State = {
    newest: latest,
    seen: bounces.filter(({ suppressed_at }) => suppressed_at >= nextFrom).map(keyOf),
  }
  return { state, events }
}
