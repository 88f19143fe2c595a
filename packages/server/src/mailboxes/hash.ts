// Evidence is stored by keyed hashes, as suppressed contacts are (docs/decisions/0009-suppressed-addresses.md). A bounce belongs to the exact address, a complaint or
// unsubscribe to the person (docs/decisions/0055-exact-bounces.md): each address has two hashes, which are the same where it has no tag.
import { createHmac } from 'node:crypto'
import { type Engine, mailboxAddress, personAddress } from '@mailsift/engine'
import type { Secrets } from '../platform/secrets.ts'

export type HashDeps = { engine: Pick<Engine, 'validate'>; secrets: Secrets }

type Forms = {
  /** The exact address: with its tag, unless the provider is known to deliver tags to the address without. */
  mailbox: string
  /** The normalized address. */
  person: string
  domain: string
  root: string
}

/** Undefined for a text that is no address. */
export function formsOf(engine: Pick<Engine, 'validate'>, address: string): Forms | undefined {
  const verdict = engine.validate(address)
  if (!verdict.ok) return undefined
  const { normalized: domain, root } = verdict.domain
  return { mailbox: mailboxAddress(verdict), person: personAddress(verdict), domain, root }
}

export type AddressHash = { mailbox: Buffer; person: Buffer }

/** By the newest secret; undefined for a text that is no address. */
export function hashToStore({ engine, secrets }: HashDeps, address: string): AddressHash | undefined {
  const forms = formsOf(engine, address)
  return forms && { mailbox: hashOf(secrets[0], forms.mailbox), person: hashOf(secrets[0], forms.person) }
}

/** By every secret that SECRET names: an address may be stored under an earlier one. */
export function hashesToFind({ engine, secrets }: HashDeps, address: string): AddressHash[] {
  const forms = formsOf(engine, address)
  if (!forms) return []
  return secrets.map((secret) => ({ mailbox: hashOf(secret, forms.mailbox), person: hashOf(secret, forms.person) }))
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

/** The hash of anything else by which reports are compared. */
export function keyedHash([newest]: Secrets, purpose: string, text: string): Buffer {
  return createHmac('sha256', newest).update(`${purpose}\0`).update(text).digest()
}
