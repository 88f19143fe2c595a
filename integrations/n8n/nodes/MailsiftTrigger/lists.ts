import type { IDataObject, IPollFunctions } from 'n8n-workflow'
import { codeOf, send } from '../shared/api'
import { listByPage } from '../shared/pages'
import { BASELINE_COUNT, overlapOf } from './overlap'

type List = IDataObject & { id: string; status: string; created_at: string }
/** Lists are in the order in which they were created, and finish in any: those that had not finished are remembered. */
type State = { newest: string; seen: string[]; unfinished: string[] }

const ENDS = ['completed', 'partial', 'failed']
const isUnfinished = ({ status }: List) => !ENDS.includes(status) && status !== 'expired'

/** All lists that have finished since the earlier poll, oldest first; without an earlier poll, the latest ones. */
export async function pollLists(context: IPollFunctions, known: IDataObject | undefined) {
  const { newest = '', seen = [], unfinished = [] } = (known ?? {}) as Partial<State>
  const from = overlapOf(newest)
  const limit = known ? Number.POSITIVE_INFINITY : BASELINE_COUNT
  const recent = (await listByPage(
    context,
    '/account/lists',
    limit,
    (list) => String(list.created_at) >= from,
  )) as List[]
  const seenBefore = new Set(seen)
  const lists = new Map(recent.filter(({ id }) => !seenBefore.has(id)).map((list) => [list.id, list]))
  for (const id of unfinished.filter((each) => !lists.has(each))) {
    const list = await readList(context, id)
    if (list) lists.set(id, list)
  }
  const events = [...lists.values()]
    .filter(({ status }) => ENDS.includes(status))
    .sort((one, other) => (one.created_at < other.created_at ? -1 : 1))
  const latest = recent[0] && recent[0].created_at > newest ? recent[0].created_at : newest
  const nextFrom = overlapOf(latest)
  const state: State = {
    newest: latest,
    seen: recent.filter((list) => !isUnfinished(list) && list.created_at >= nextFrom).map(({ id }) => id),
    unfinished: [...lists.values()].filter(isUnfinished).map(({ id }) => id),
  }
  return { state, events }
}

/** Undefined if it was deleted, or is a part of another list now. */
async function readList(context: IPollFunctions, id: string): Promise<List | undefined> {
  return send<List>(context, { path: `/account/lists/${encodeURIComponent(id)}` }).catch((error: Error) => {
    if (codeOf(error) === 'not_found' || codeOf(error) === 'job_expired') return undefined
    throw error
  })
}
