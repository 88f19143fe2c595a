/**
 * Isolates a name within a sentence, so that right-to-left letters do not affect the text around it (Unicode FSI …
 * PDI).
 */
export const isolated = (name: string) => `\u2068${name}\u2069`
