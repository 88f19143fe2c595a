// A supervisor and a process ask one another for texts.
import type { Answer, Question, Wanted } from './messages.ts'

/** The side of a channel that both have: a child seen by its supervisor, and the process seen from inside. */
type Channel = {
  on(event: 'message', listener: (message: object) => void): unknown
  send?(message: object, handle: undefined, options: undefined, callback: () => void): unknown
  connected: boolean
}

/** A channel whose other end was killed stays connected for a moment; without a callback the failed write would end this process too. */
export function sendOver(channel: Pick<Channel, 'send' | 'connected'>, message: object): void {
  if (channel.connected) channel.send?.(message, undefined, undefined, () => undefined)
}

export type Questions = {
  /** Undefined when there is no answer, or not in time. */
  ask(question: Wanted): Promise<string | undefined>
}

const ANSWER_MAX_MS = 2_000

export function createQuestions(
  channel: Channel,
  answers: { readonly [Question in Wanted]?: () => Promise<string> },
): Questions {
  const open = new Map<number, (text: string | undefined) => void>()
  let lastId = 0
  const send = (message: Question | Answer) => sendOver(channel, message)

  async function answer({ question, id }: Question): Promise<void> {
    const text = await answers[question]?.().catch(() => undefined)
    send({ answer: text ?? null, id })
  }
  channel.on('message', (message) => {
    if ('question' in message) void answer(message as Question)
    if ('answer' in message) {
      const { answer: text, id } = message as Answer
      open.get(id)?.(text ?? undefined)
    }
  })

  return {
    async ask(question) {
      const id = ++lastId
      const answered = new Promise<string | undefined>((resolve) => open.set(id, resolve))
      const timer = setTimeout(() => open.get(id)?.(undefined), ANSWER_MAX_MS)
      send({ question, id })
      const text = await answered
      clearTimeout(timer)
      open.delete(id)
      return text
    },
  }
}
