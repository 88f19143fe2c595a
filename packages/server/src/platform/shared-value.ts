/** Makes a value when it is first asked for, once for all who ask meanwhile; a failure is not kept. */
export function once<T>(make: () => Promise<T>): () => Promise<T> {
  return forAWhile(Number.POSITIVE_INFINITY, make)
}

/** The same, made anew by the first who asks when it is older than `lifeMs`. */
export function forAWhile<T>(lifeMs: number, make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  let usableUntil = Number.POSITIVE_INFINITY
  function start(): Promise<T> {
    usableUntil = Number.POSITIVE_INFINITY
    const making = make()
    making.then(
      () => {
        usableUntil = performance.now() + lifeMs
      },
      () => {
        made = undefined
      },
    )
    return making
  }
  return () => {
    if (!made || performance.now() >= usableUntil) made = start()
    return made
  }
}
