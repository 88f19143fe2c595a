// RPC between the page and its worker: every method of the worker's modules is async here and may report progress.

type Part = Record<string, unknown>
type Hello = { lock: string }
type Request = { id: number; part: string; method: string; args: unknown[] }
type Reply =
  | { isLocked: true }
  | { id: number; result: unknown }
  | { id: number; failure: { name: string; message: string } }
  | { id: number; progress: unknown }

/** Runs in the worker. A method that reports progress takes a callback as its last argument. */
export function serve(load: (part: string) => Promise<Part>): void {
  const send = (reply: Reply) => postMessage(reply)
  addEventListener('message', async ({ data }: MessageEvent<Request | Hello>) => {
    if ('lock' in data) return void holdForLife(data.lock, () => send({ isLocked: true }))
    const { id, part, method, args } = data
    try {
      const call = (await load(part))[method] as (...args: unknown[]) => unknown
      const result = await call(...args, (progress: unknown) => send({ id, progress }))
      send({ id, result })
    } catch (error) {
      const { name, message } = error instanceof Error ? error : { name: 'Error', message: String(error) }
      send({ id, failure: { name, message } })
    }
  })
}

function holdForLife(name: string, onHeld: () => void): Promise<void> {
  return navigator.locks.request(name, () => {
    onHeld()
    return new Promise<void>(() => undefined)
  })
}

type Waiting = {
  resolve(value: unknown): void
  reject(error: Error): void
  onProgress?: ((progress: never) => void) | undefined
}

/** An error message from the worker. */
class WorkerFailure extends Error {}

export type Call = (
  part: string,
  method: string,
  args: unknown[],
  onProgress?: (progress: never) => void,
) => Promise<unknown>

/**
 * Runs in the page. `start` is called on the first call, and again after a worker has ended; `onEnded` is notified.
 * Pending calls fail with a message from `why`: the worker has ended, or it could not be loaded.
 */
export function callWorker(start: () => Worker, why: { ended: string; unloaded: string }, onEnded: () => void): Call {
  let worker: Worker | undefined
  let nextId = 0
  const waiting = new Map<number, Waiting>()

  function open(): Worker {
    const opened = start()
    let isLoaded = false
    const end = () => {
      if (worker !== opened) return
      opened.terminate()
      worker = undefined
      for (const { reject } of waiting.values()) reject(new WorkerFailure(isLoaded ? why.ended : why.unloaded))
      waiting.clear()
      onEnded()
    }
    // Browsers do not notify a page when its worker is gone, but a lock that it holds is released. Plain HTTP pages
    // from another machine have no locks and notice it only through errors.
    const lock = navigator.locks && crypto.randomUUID()
    opened.onmessage = ({ data }: MessageEvent<Reply>) => {
      isLoaded = true
      if ('isLocked' in data) void navigator.locks.request(lock!, end)
      else receive(data)
    }
    opened.onerror = end
    opened.onmessageerror = end
    if (lock) opened.postMessage({ lock } satisfies Hello)
    return opened
  }

  function receive(data: Exclude<Reply, { isLocked: true }>): void {
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

  return (part, method, args, onProgress) => {
    worker ??= open()
    const id = nextId++
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject, onProgress })
      worker!.postMessage({ id, part, method, args } satisfies Request)
    })
  }
}
