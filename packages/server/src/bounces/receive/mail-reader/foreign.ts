import type { Failure } from '../../reports/classify.ts'
import type { WebhookKind } from '../webhooks/webhooks.ts'

/** Text of strangers, by what it is read as. */
export type Foreign =
  | { kind: 'mail'; mail: Uint8Array }
  | { kind: 'webhook'; service: WebhookKind; body: Uint8Array }
  | { kind: 'failures'; failures: readonly Failure[] }
