import { createHash, randomUUID } from 'node:crypto'
import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow'

export const KEY_OPTION: INodeProperties = {
  displayName: 'Idempotency Key',
  name: 'idempotencyKey',
  type: 'string',
  default: '',
  description:
    'The same key with the same input is billed once, for an hour, whatever sends it. By default, each execution has its own keys, so that a retry of the node is billed once.',
}

/**
 * The same for all attempts of the node in one execution. The input is part of the key, because a key with other input is
 * a conflict.
 */
export function keyFor(context: IExecuteFunctions, itemIndex: number, input: unknown): string {
  const { idempotencyKey } = context.getNodeParameter('options', itemIndex, {})
  const own = idempotencyKey ? String(idempotencyKey) : undefined
  const { $runIndex } = context.getWorkflowDataProxy(itemIndex)
  const execution = context.getExecutionId() || randomUUID()
  const place = own ?? [context.getWorkflow().id, execution, context.getNode().id, $runIndex, itemIndex]
  return createHash('sha256')
    .update(JSON.stringify([place, input]))
    .digest('hex')
}
