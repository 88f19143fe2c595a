/** Watches one input: judges what is typed, asks the service when the person moves on, and tells both to the part that shows it. */
import { createGuardEngine, type GuardEngine } from '@mailsift/engine/guard'

/** What may be refused beside what is no address. Everything else is a hint at most. */
export type Blockable = 'disposable' | 'role' | 'no_reply'

export type GuardOptions = {
  /** Where the data of the guard is: a URL, or its bytes. */
  data: string | Uint8Array
  /** The instance to ask when the person moves on, and the site key to ask with. Without them nothing is sent. */
  server?: string | undefined
  siteKey?: string | undefined
  /** How long an answer of the service is waited for. Default 1.5 seconds. */
  timeoutMs?: number | undefined
  /** What makes the input invalid, beside what is no address. Default: nothing. */
  block?: readonly Blockable[] | undefined
  /** Sentences in the language of the page; each has a default in English. */
  texts?: Partial<typeof TEXTS> | undefined
  onChange?: ((state: GuardState) => void) | undefined
}

export type GuardState = {
  /** What is wrong, in a sentence; empty if nothing is. */
  message: string
  /** The address that was probably meant. It is never put in by itself. */
  suggestion: string | undefined
  /** Whether the input is invalid because of it. */
  blocks: boolean
}

export type Guard = {
  /** Takes up the suggestion. */
  accept(): void
  stop(): void
}

export const TEXTS = {
  suggestion: 'Did you mean {address}?',
  invalid: 'Please check the address: {reason}',
  disposable: 'Please use an address that you will keep.',
  role: 'Please use an address of your own.',
  no_reply: 'Please use an address that receives mail: this one is for sending only.',
}

const TIMEOUT_MS = 1_500
const DATA_TIMEOUT_MS = 10_000
const NOTHING: GuardState = { message: '', suggestion: undefined, blocks: false }

type Answer = { reason: string; suggestion: string | null; is_disposable: boolean }

/** One engine for all inputs of a page that use the same data. */
const engines = new Map<string | Uint8Array, Promise<GuardEngine | undefined>>()

function loadEngine(data: string | Uint8Array): Promise<GuardEngine | undefined> {
  let engine = engines.get(data)
  if (!engine) {
    // Without data there is no guard, and the form works as if there were none.
    engine = readData(data)
      .then(createGuardEngine)
      .catch(() => {
        engines.delete(data)
        return undefined
      })
    engines.set(data, engine)
  }
  return engine
}

async function readData(data: string | Uint8Array): Promise<Uint8Array> {
  if (typeof data !== 'string') return data
  const response = await fetch(data, { credentials: 'omit', signal: AbortSignal.timeout(DATA_TIMEOUT_MS) })
  if (!response.ok) throw new Error()
  return new Uint8Array(await response.arrayBuffer())
}

export function watchInput(input: HTMLInputElement, options: GuardOptions): Guard {
  const texts = { ...TEXTS, ...options.texts }
  const block = options.block ?? []
  let state = NOTHING
  let engine: GuardEngine | undefined
  let asked: AbortController | undefined
  let isStopped = false

  function show(next: GuardState): void {
    if (isStopped) return
    state = next
    input.setCustomValidity(next.blocks ? next.message : '')
    options.onChange?.(next)
  }

  const blocked = (kind: Blockable): GuardState | undefined =>
    block.includes(kind) ? { message: texts[kind], suggestion: undefined, blocks: true } : undefined

  function judge() {
    asked?.abort()
    const address = input.value
    if (!engine || address.trim() === '') return show(NOTHING)
    const suggestion = engine.suggest(address)?.address
    if (suggestion !== undefined)
      return show({ message: texts.suggestion.replace('{address}', suggestion), suggestion, blocks: false })
    const verdict = engine.judge(address)
    if (!verdict.ok)
      return show({ message: texts.invalid.replace('{reason}', verdict.message), suggestion, blocks: true })
    // "Probably disposable" refuses no one: the service decides that.
    show((verdict.noReply && blocked('no_reply')) || (verdict.role === true && blocked('role')) || NOTHING)
  }

  async function ask() {
    const address = input.value
    if (!options.server || !options.siteKey || !address.trim() || state.blocks || state.suggestion) return
    asked = new AbortController()
    const mine = asked
    const timer = setTimeout(() => mine.abort(), options.timeoutMs ?? TIMEOUT_MS)
    try {
      const query = new URLSearchParams({ email: address, site_key: options.siteKey })
      const url = `${options.server}/guard/emails/validate?${query}`
      const response = await fetch(url, { credentials: 'omit', signal: mine.signal })
      if (!response.ok) return
      const answer = (await response.json()) as Answer
      if (input.value !== address || mine.signal.aborted) return
      const { suggestion } = answer
      if (suggestion !== null)
        return show({ message: texts.suggestion.replace('{address}', suggestion), suggestion, blocks: false })
      show((answer.is_disposable && blocked('disposable')) || (answer.reason === 'role' && blocked('role')) || state)
    } catch {
      // The service is away, or says no: the form goes on without it.
    } finally {
      clearTimeout(timer)
    }
  }

  const load = () => {
    loadEngine(options.data).then((loaded) => {
      engine = loaded
      if (loaded && input.value) judge()
    })
  }
  input.addEventListener('focus', load, { once: true })
  input.addEventListener('input', judge)
  input.addEventListener('change', ask)
  if (input.value || input.ownerDocument.activeElement === input) load()

  return {
    accept() {
      if (!state.suggestion) return
      // As if it had been typed, so that frameworks hear of it. React watches a setter of its own on each input: a value that came by
      // it is no news to React.
      const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!
      set!.call(input, state.suggestion)
      input.dispatchEvent(new Event('input', { bubbles: true }))
      input.dispatchEvent(new Event('change', { bubbles: true }))
    },
    stop() {
      show(NOTHING)
      isStopped = true
      asked?.abort()
      input.removeEventListener('focus', load)
      input.removeEventListener('input', judge)
      input.removeEventListener('change', ask)
    },
  }
}
