/** An error whose message may be logged, because it quotes nothing of a customer or of another server. */
export class LoggableError extends Error {}

export type ErrorFacts = { error: string | undefined; reason?: string; code: unknown; at: string[] | undefined }

/** The loggable facts of an error: its kind and where it came from. Its message, which precedes the places in the stack, may quote an address. */
export function factsOf(error: unknown): ErrorFacts {
  const { name, code, stack } = (error ?? {}) as { name?: string; code?: unknown; stack?: string }
  const at = stack?.split('\n').flatMap((line) => (/^\s+at /.test(line) ? [line.trim().slice('at '.length)] : []))
  return { error: name, ...(error instanceof LoggableError && { reason: error.message }), code, at }
}
