/** A name within a sentence: letters that run from right to left stay within it (FSI … PDI of Unicode). */
export const isolated = (name: string) => `\u2068${name}\u2069`
