/** The values in the table of suffixes with free names. */
export const FREE_AND_ABUSED = 1
export const FREE_AND_SHARED = 2
