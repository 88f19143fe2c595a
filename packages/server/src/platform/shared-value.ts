/** Makes a value on the first call and shares it with concurrent calls; a failure is not kept. */
export function once<T>(make: () => Promise<T>): () => Promise<T> {
  return forAWhile(Number.POSITIVE_INFINITY, make)
}

/** The same, made again by the first call after `lifeMs`. */
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
