// Calls between the page and its worker: every method of the worker's object is a promise here, and may tell how far it is.

export type Methods = Record<string, (...args: never[]) => unknown>
type Request = { id: number; method: string; args: unknown[] }
type Reply =
  | { id: number; result: unknown }
  | { id: number; failure: { name: string; message: string } }
  | { id: number; progress: unknown }

/** In the worker. A method that reports progress takes the function to do so as its last argument. */
export function serve(loading: Promise<Methods>): void {
  addEventListener('message', async ({ data: { id, method, args } }: MessageEvent<Request>) => {
    const send = (reply: Reply) => postMessage(reply)
    try {
      const call = (await loading)[method] as (...args: unknown[]) => unknown
      const result = await call(...args, (progress: unknown) => send({ id, progress }))
      send({ id, result })
    } catch (error) {
      const { name, message } = error instanceof Error ? error : { name: 'Error', message: String(error) }
      send({ id, failure: { name, message } })
    }
  })
}

type Waiting = {
  resolve(value: unknown): void
  reject(error: Error): void
  onProgress?: ((progress: never) => void) | undefined
}

/** What the worker could not do, in its own words. */
class WorkerFailure extends Error {}

export type Call = (method: string, args: unknown[], onProgress?: (progress: never) => void) => Promise<unknown>

/** In the page. `start` is called with the first call, and again after a worker that ended. */
export function callWorker(start: () => Worker, whyEnded: string): Call {
  let worker: Worker | undefined
  let nextId = 0
  const waiting = new Map<number, Waiting>()

  function ended(): void {
    worker?.terminate()
    worker = undefined
    for (const { reject } of waiting.values()) reject(new WorkerFailure(whyEnded))
    waiting.clear()
  }

  function receive({ data }: MessageEvent<Reply>): void {
    const caller = waiting.get(data.id)
    if (!caller) return
    if ('progress' in data) {
      caller.onProgress?.(data.progress as never)
      return
    }
    waiting.delete(data.id)
    if ('failure' in data)
      caller.reject(Object.assign(new WorkerFailure(data.failure.message), { name: data.failure.name }))
    else caller.resolve(data.result)
  }

  return (method, args, onProgress) => {
    if (!worker) {
      worker = start()
      worker.onmessage = receive
      worker.onerror = ended
      worker.onmessageerror = ended
    }
    const id = nextId++
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject, onProgress })
      worker!.postMessage({ id, method, args } satisfies Request)
    })
  }
}
