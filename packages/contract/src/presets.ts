// Apart from the schemas: programs that only offer these words load this alone.

/** The purposes that need not be saved. */
export const PRESET_NAMES = ['sign-up', 'marketing', 'b2b'] as const
