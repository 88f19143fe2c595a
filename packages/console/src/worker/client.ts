import { problems } from '../texts/common.ts'
import type { Parts } from './parts.ts'
import { type Call, callWorker } from './remote.ts'
import workerUrl from './worker.ts?worker&url'

/** The page's Trusted Types policy allows only this function to create a script: the console's one worker. */
const workerScript = trustedScript(workerUrl)

function trustedScript(url: string): string {
  const factory = (globalThis as { trustedTypes?: TrustedTypePolicyFactory }).trustedTypes
  if (!factory) return url
  return factory.createPolicy('mailsift', { createScriptURL: () => url }).createScriptURL('') as unknown as string
}
type TrustedTypePolicyFactory = {
  createPolicy(name: string, rules: { createScriptURL(): string }): { createScriptURL(input: string): object }
}

const listeners = new Set<() => void>()
/** Notifies when the worker has ended and its data is lost. */
export function onWorkerEnd(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const call: Call = callWorker(
  () => new Worker(workerScript, { type: 'module' }),
  { ended: problems.workerEnded, unloaded: problems.workerUnloaded },
  () => {
    for (const listener of listeners) listener()
  },
)

type Remote<Method> = Method extends (...args: infer Args) => infer Result
  ? Args extends [...infer Given, (progress: infer Progress) => void]
    ? (...args: [...Given, (progress: Progress) => void]) => Promise<Awaited<Result>>
    : (...args: Args) => Promise<Awaited<Result>>
  : never
type RemotePart<Part> = { [Name in keyof Part]: Remote<Part[Name]> }

function partOf<Name extends keyof Parts>(part: Name): RemotePart<Parts[Name]> {
  return new Proxy({} as RemotePart<Parts[Name]>, {
    get:
      (_target, method: string) =>
      (...args: unknown[]) => {
        const last = args.at(-1)
        return typeof last === 'function'
          ? call(part, method, args.slice(0, -1), last as (progress: never) => void)
          : call(part, method, args)
      },
  })
}

/** The worker's methods. A function as the last argument receives progress. */
export const worker = {
  trace: partOf('trace'),
  list: partOf('list'),
  results: partOf('results'),
  files: partOf('files'),
  bounces: partOf('bounces'),
}
