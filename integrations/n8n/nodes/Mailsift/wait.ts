import { type IDataObject, type IExecuteFunctions, type INodeProperties, NodeOperationError } from 'n8n-workflow'
import { pause, send } from '../shared/api'

export const WAIT_OPTION: INodeProperties = {
  displayName: 'Wait Up To (Minutes)',
  name: 'waitMinutes',
  type: 'number',
  typeOptions: { minValue: 1 },
  default: 60,
  description:
    'After this time the node fails, and the list goes on. Get its results later, or with the Mailsift Trigger.',
}

const FIRST_POLL_MS = 200
/** §4.3 advises 10 seconds. */
const POLL_MS = 10_000
/** About six minutes, with growing pauses: a restart of the service does not end the waiting. */
const MAX_RETRIES = 9
const ENDS = ['completed', 'partial', 'failed']

export type Progress = IDataObject & { id: string; status: string; failure: string | null }

/** Polls a job or group until it has ended. Small ones take milliseconds, so the first polls are fast. */
export async function waitForEnd(
  context: IExecuteFunctions,
  itemIndex: number,
  path: string,
  read: (body: IDataObject) => unknown,
): Promise<Progress> {
  const { waitMinutes = 60 } = context.getNodeParameter('options', itemIndex, {}) as { waitMinutes?: number }
  const deadline = Date.now() + waitMinutes * 60_000
  for (let polls = 0; ; polls++) {
    const progress = read(await send(context, { path, maxRetries: MAX_RETRIES })) as Progress
    if (ENDS.includes(progress.status)) return progress
    const left = deadline - Date.now()
    if (left <= 0) {
      throw new NodeOperationError(context.getNode(), `The list has not finished after ${waitMinutes} minutes`, {
        itemIndex,
        description: `It goes on under the ID ${progress.id}. Get its results later, or with the Mailsift Trigger.`,
      })
    }
    await pause(context, Math.min(POLL_MS, FIRST_POLL_MS * 2 ** polls, left))
  }
}
