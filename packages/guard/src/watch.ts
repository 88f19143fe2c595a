/**
 * Watches one input: validates what is typed, queries the service when the user leaves the field, and passes results to
 * the element.
 */
import { FORM_MESSAGES } from '@mailsift/engine/form-messages'
import { createGuardEngine, type GuardEngine } from '@mailsift/engine/guard'

/** Kinds of addresses that may be refused. Every other finding is a hint at most. */
export type Blockable = 'disposable' | 'role' | 'no_reply' | 'denied'

export type GuardOptions = {
  /** Where the data of the guard is: a URL, or its bytes. */
  data: string | Uint8Array
  /** The instance and the site key for the query when the user leaves the field. Without them nothing is sent. */
  server?: string | undefined
  siteKey?: string | undefined
  /** A saved policy of the account, or sign-up (the default), marketing or b2b. Your deny list always counts. */
  policy?: string | undefined
  /** The timeout of the service's response. Default 1.5 seconds. */
  timeoutMs?: number | undefined
  /** Kinds that make the input invalid, besides inputs that are no address. Default: none. */
  block?: readonly Blockable[] | undefined
  /** Sentences in the language of the page; each has a default in English. */
  texts?: Partial<typeof TEXTS> | undefined
  onChange?: ((state: GuardState) => void) | undefined
}

export type GuardState = {
  /** The fault, in a sentence; empty if there is none, and for a blocked kind while it is still being typed. */
  message: string
  /** The address that was probably meant. It is never filled in automatically. */
  suggestion: string | undefined
  /** Whether the input is invalid because of it. */
  blocks: boolean
}

export type Guard = {
  /** Applies the suggestion. */
  accept(): void
  stop(): void
}

export const TEXTS: Record<keyof typeof FORM_MESSAGES, string> = FORM_MESSAGES

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
      .catch((error) => {
        console.warn('mailsift-guard', error)
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
  if (!response.ok) throw new Error(data)
  return new Uint8Array(await response.arrayBuffer())
}

export function watchInput(input: HTMLInputElement, options: GuardOptions): Guard {
  const texts = { ...TEXTS, ...options.texts }
  const block = options.block ?? []
  let state = NOTHING
  /** This guard's own custom validity; the page's own messages are left alone. */
  let validity = ''
  let engine: GuardEngine | undefined
  let validated = ''
  let asking: { address: string; call: AbortController } | undefined
  let answered: { address: string; finding: GuardState } | undefined
  const ended = new AbortController()
  const { signal } = ended

  function show(next: GuardState, isTyping = false): void {
    if (validity || next.blocks) {
      validity = next.blocks ? next.message : ''
      input.setCustomValidity(validity)
    }
    // An address that blocks may be incomplete: the message appears when the user leaves the field, and from then on at
    // once.
    const isSaid = !isTyping || !next.blocks || (state.blocks && state.message)
    const { message, suggestion, blocks } = isSaid ? next : { ...next, message: '' }
    if (message === state.message && suggestion === state.suggestion && blocks === state.blocks) return
    state = { message, suggestion, blocks }
    options.onChange?.(state)
  }

  const suggested = (suggestion: string): GuardState => ({
    message: texts.suggestion.replace('{address}', () => suggestion),
    suggestion,
    blocks: false,
  })
  const blocked = (kind: Blockable): GuardState | undefined =>
    block.includes(kind) ? { message: texts[kind], suggestion: undefined, blocks: true } : undefined

  function validate(isTyping: boolean): void {
    if (signal.aborted) return
    validated = input.value
    if (asking?.address !== validated) asking?.call.abort()
    show(findingOn(validated), isTyping)
  }

  function findingOn(address: string): GuardState {
    if (!engine || input.multiple || address.trim() === '') return NOTHING
    if (answered?.address === address) return answered.finding
    const suggestion = engine.suggest(address)?.address
    if (suggestion !== undefined) return suggested(suggestion)
    const verdict = engine.validate(address)
    if (!verdict.ok)
      return { message: texts.invalid.replace('{reason}', () => verdict.message), suggestion, blocks: true }
    // "Probably disposable" blocks nothing: only the service can confirm it.
    return (verdict.noReply && blocked('no_reply')) || (verdict.role === true && blocked('role')) || NOTHING
  }

  async function ask() {
    const address = input.value
    const { server, siteKey, policy, timeoutMs = TIMEOUT_MS } = options
    if (!server || !siteKey || !address.trim() || input.multiple || state.blocks || state.suggestion) return
    if (asking?.address === address || answered?.address === address) return
    const call = new AbortController()
    asking = { address, call }
    const timer = setTimeout(() => call.abort(), timeoutMs)
    try {
      const query = new URLSearchParams({ email: address, site_key: siteKey, ...(policy && { policy }) })
      const url = `${server.replace(/\/$/, '')}/guard/emails/validate?${query}`
      const response = await fetch(url, { credentials: 'omit', signal: call.signal })
      if (!response.ok) return
      const answer = (await response.json()) as Answer
      if (input.value !== address || call.signal.aborted) return
      const { suggestion, reason } = answer
      const finding =
        suggestion !== null
          ? suggested(suggestion)
          : ((reason === 'denied' || reason === 'role') && blocked(reason)) ||
            (answer.is_disposable && reason !== 'allowed' && blocked('disposable'))
      if (!finding) return
      // Kept: the data may load after the service's response, and is less accurate.
      answered = { address, finding }
      show(finding)
    } catch {
      // The service is unreachable or refuses: the form works without it.
    } finally {
      clearTimeout(timer)
      if (asking?.call === call) asking = undefined
    }
  }

  const load = async () => {
    engine = await loadEngine(options.data)
    if (engine && input.value) validate(input.matches(':focus'))
  }
  /** Setting a value from a script fires no event, so the value is validated again before the form is sent. */
  const catchUp = () => {
    if (input.value !== validated) validate(false)
  }

  // Each time: what could not be loaded before may be there now.
  input.addEventListener('focus', load, { signal })
  input.addEventListener('input', () => validate(true), { signal })
  input.addEventListener(
    'change',
    () => {
      validate(false)
      void ask()
    },
    { signal },
  )
  input.ownerDocument.addEventListener('click', catchUp, { signal, capture: true })
  // The values change after the event.
  input.form?.addEventListener('reset', () => setTimeout(catchUp), { signal })
  if (input.value || input.matches(':focus')) void load()

  return {
    accept() {
      if (!state.suggestion) return
      // Sets the value as if it had been typed, so that frameworks notice. React watches its own setter on each input
      // and would ignore a value set through it.
      const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!
      set!.call(input, state.suggestion)
      input.dispatchEvent(new Event('input', { bubbles: true }))
      input.dispatchEvent(new Event('change', { bubbles: true }))
    },
    stop() {
      show(NOTHING)
      ended.abort()
      asking?.call.abort()
    },
  }
}
