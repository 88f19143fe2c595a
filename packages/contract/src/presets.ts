// Separate from the schemas, for programs that need only these values.

/** The built-in purposes. */
export const PRESET_NAMES = ['sign-up', 'marketing', 'b2b'] as const
