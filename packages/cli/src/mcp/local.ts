// The tools with the engine in this process: no server, no token, no lookups, no cost.
import type { Insight } from '@mailsift/contract'
import { factsOf, type Policy, tier } from '@mailsift/engine'
import { Refusal, type Service } from '@mailsift/mcp'
import { type LocalEngine, loadLocalEngine } from '../local-engine.ts'

export async function localService(): Promise<Pick<Service, 'validate'>> {
  const engine = await loadLocalEngine()
  return {
    validate: async ({ email, policy, switches }) => ({
      insight: validate(engine, email, { preset: policy, ...switches }),
      credits: 0,
    }),
  }
}

function validate(engine: LocalEngine, email: string, policy: Policy): Insight {
  const verdict = engine.validate(email)
  if (!verdict.ok) throw new Refusal('invalid_email', verdict.error.message)
  const { tier: decided, reasons } = tier(verdict, policy)
  return {
    result: engine.render(verdict, crypto.randomUUID()) as Insight['result'],
    tier: decided,
    reasons: [...reasons],
    suggestion: engine.suggest(verdict.inbound)?.address ?? null,
    facts: factsOf(verdict),
    // Only the service knows bounces.
    mailbox: 'unknown',
    mailbox_evidence: null,
    suppressed: null,
    listed: null,
  }
}
