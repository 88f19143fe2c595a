import { createStorage } from '../../src/bulk/submit/storage.ts'

/** For tests of other things: there is always room. */
export const ROOMY = createStorage({ disk: { isLow: () => false }, accountMaxBytes: Number.MAX_SAFE_INTEGER })
