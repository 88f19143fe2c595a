const { charCodeAt } = String.prototype

/**
 * `text.charCodeAt(at)` for loops over every character of an input. V8 has several string representations (slices,
 * parts of JSON …); a loop that sees more than four of them looks the method up for each character. Taking it from the
 * prototype once avoids the lookup. `at` must be a position in the text.
 */
export function codeAt(text: string, at: number): number {
  return charCodeAt.call(text, at)
}
