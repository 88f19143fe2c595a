const { charCodeAt } = String.prototype

/**
 * `text.charCodeAt(at)` for loops over every character of an input. V8 has several string representations (slices, parts of
 * JSON …); in a loop that meets more than four of them it looks the method up for each character. Taken from the prototype
 * once, it needs no lookup. `at` must be a position in the text.
 */
export function codeAt(text: string, at: number): number {
  return charCodeAt.call(text, at)
}
