// Checks that compiled data must pass before it is used. Each check returns its complaints.
import { createEngine } from '../src/engine.ts'
import { IS_DISPOSABLE } from '../src/verdict/flags.ts'
import { isFlagged } from '../src/verdict/verdict.ts'
import { DISPOSABLE_SERVICES, MAIL_PROVIDERS, PUBLIC_SUFFIXES, RELAYS, WELL_KNOWN_SITES } from './canaries.ts'
import type { Manifest } from './manifest.ts'

const MOST_SHRINKAGE = 0.1

/**
 * No list or table may lose more than a tenth from one version to the next: that means something broke, here or
 * upstream.
 */
export function findShrinkage(before: Manifest | undefined, after: Manifest): string[] {
  const complaints: string[] = []
  for (const kind of ['tables', 'packages'] as const) {
    for (const [name, { entries: now }] of Object.entries(after[kind])) {
      const then = before?.[kind][name]?.entries
      if (then !== undefined && (now ?? 0) < then * (1 - MOST_SHRINKAGE)) {
        complaints.push(
          `${name} shrank from ${then} to ${now ?? 0} entries (if that is right, remove it from manifest.json)`,
        )
      }
    }
  }
  return complaints
}

export function findCanaries(file: Uint8Array): string[] {
  const engine = createEngine(file)
  const isDisposable = (domain: string) => {
    const verdict = engine.validate(`someone@${domain}`)
    return verdict.ok && isFlagged(verdict, IS_DISPOSABLE)
  }
  return [
    ...[...MAIL_PROVIDERS, ...RELAYS, ...WELL_KNOWN_SITES, ...PUBLIC_SUFFIXES]
      .filter(isDisposable)
      .map((domain) => `${domain} is real, but would be disposable`),
    ...DISPOSABLE_SERVICES.filter((domain) => !isDisposable(domain)).map(
      (domain) => `${domain} would not be disposable`,
    ),
  ]
}

/** Ends the program if there are complaints: data that fails a check is never written. */
export function stopOn(complaints: readonly string[]): void {
  if (complaints.length === 0) return
  console.error(`The data was not written:\n- ${complaints.join('\n- ')}`)
  process.exit(1)
}
