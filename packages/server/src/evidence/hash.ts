// Evidence is stored by keyed hashes of normalized addresses, as suppressed contacts are (docs/decisions/0009-suppressed-addresses.md).
import { createHmac } from 'node:crypto'
import type { Engine } from '@mailsift/engine'
import { normalizedOf } from '../platform/address-search.ts'
import type { Secrets } from '../platform/secrets.ts'

export type HashDeps = { engine: Pick<Engine, 'validate'>; secrets: Secrets }

/** By the newest secret; undefined for a text that is no address. */
export function hashToStore({ engine, secrets }: HashDeps, address: string): Buffer | undefined {
  const form = normalizedOf(engine, address)
  return form === undefined ? undefined : hashOf(secrets[0], form)
}

/** By every secret that SECRET names: an address may be stored under an earlier one. */
export function hashesToFind({ engine, secrets }: HashDeps, address: string): Buffer[] {
  const form = normalizedOf(engine, address)
  return form === undefined ? [] : hashesOf(secrets, [form])
}

export function hashesOf(secrets: Secrets, forms: readonly string[]): Buffer[] {
  return secrets.flatMap((secret) => forms.map((form) => hashOf(secret, form)))
}

function hashOf(secret: string, form: string): Buffer {
  return createHmac('sha256', secret).update('mailbox\0').update(form.toLowerCase()).digest()
}

/** Message ids may contain addresses, so they are hashed too. */
export function reportHash([newest]: Secrets, report: string): Buffer {
  return createHmac('sha256', newest).update('report\0').update(report).digest()
}
