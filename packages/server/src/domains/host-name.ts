/** Underscores are outside RFC 952, but occur in real records. */
const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/
const NAME_MAX_CHARACTERS = 253

/** A host name in its usual form, lower case and without the final dot; undefined when it is none. */
export function hostNameOf(text: string): string | undefined {
  const name = text.toLowerCase().replace(/\.$/, '')
  if (name.length > NAME_MAX_CHARACTERS) return undefined
  return name.split('.').every((label) => LABEL.test(label)) ? name : undefined
}
