const { charCodeAt } = String.prototype

/**
 * `text.charCodeAt(at)`, for loops over every character of what comes in. Text comes as slices, as parts of JSON and in other
 * forms; where a loop meets more than four of them, the compiler looks the method up anew for each character. It is the same
 * for all of them, and taken from here it needs no look-up. `at` must be a place in the text.
 */
export function codeAt(text: string, at: number): number {
  return charCodeAt.call(text, at)
}
