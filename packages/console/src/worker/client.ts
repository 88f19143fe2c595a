import { texts } from '../texts.ts'
import type { WorkerMethods } from './methods.ts'
import { type Call, callWorker } from './remote.ts'
import workerUrl from './worker.ts?worker&url'

/** The policy of the page lets nothing become a script but what this function names: the one worker of the console. */
const workerScript = trustedScript(workerUrl)

function trustedScript(url: string): string {
  const factory = (globalThis as { trustedTypes?: TrustedTypePolicyFactory }).trustedTypes
  if (!factory) return url
  return factory.createPolicy('mailsift', { createScriptURL: () => url }).createScriptURL('') as unknown as string
}
type TrustedTypePolicyFactory = {
  createPolicy(name: string, rules: { createScriptURL(): string }): { createScriptURL(input: string): object }
}

const call: Call = callWorker(() => new Worker(workerScript, { type: 'module' }), texts.problems.workerEnded)

type Remote<Method> = Method extends (...args: infer Args) => infer Result
  ? Args extends [...infer Given, (progress: infer Progress) => void]
    ? (...args: [...Given, (progress: Progress) => void]) => Promise<Awaited<Result>>
    : (...args: Args) => Promise<Awaited<Result>>
  : never

/** The worker's methods. A function as the last argument hears how far it is. */
export const worker = new Proxy({} as { [Name in keyof WorkerMethods]: Remote<WorkerMethods[Name]> }, {
  get:
    (_target, method: string) =>
    (...args: unknown[]) => {
      const last = args.at(-1)
      return typeof last === 'function'
        ? call(method, args.slice(0, -1), last as (progress: never) => void)
        : call(method, args)
    },
})
