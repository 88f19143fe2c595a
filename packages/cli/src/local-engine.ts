// The engine in this process: no server, no token, no lookups. Loaded on demand.
import type { Engine } from '@mailsift/engine'
import type { ValidationResult } from '@mailsift/sdk'
import { EXIT, Failure } from './exit.ts'
import type { Reason } from './reason.ts'

export type LocalEngine = Engine & Pick<typeof import('@mailsift/engine'), 'explain' | 'render' | 'tier'>

let loaded: Promise<LocalEngine> | undefined

export function loadLocalEngine(): Promise<LocalEngine> {
  loaded ??= load()
  return loaded
}

async function load(): Promise<LocalEngine> {
  const [{ loadEngine }, { explain, render, tier }] = await Promise.all([
    import('@mailsift/engine/node'),
    import('@mailsift/engine'),
  ])
  try {
    return { ...loadEngine(), explain, render, tier }
  } catch (error) {
    throw new Failure(EXIT.bug, (error as Error).message)
  }
}

type LocalAnswer = { result: ValidationResult | null; error: { code: string; message: string } | null }

export function validateLocally(engine: LocalEngine, input: string): LocalAnswer {
  const verdict = engine.validate(input)
  if (!verdict.ok) return { result: null, error: verdict.error }
  return { result: engine.render(verdict, crypto.randomUUID()) as ValidationResult, error: null }
}

export function explainAddress(engine: LocalEngine, address: string): Reason[] {
  const verdict = engine.validate(address)
  return verdict.ok ? engine.explain(verdict) : []
}
