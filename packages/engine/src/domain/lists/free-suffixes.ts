/** The values of the table of suffixes below which names cost nothing. */
export const FREE_AND_ABUSED = 1
export const FREE_AND_SHARED = 2
