import type { Storage } from '../../src/bulk/submit/storage.ts'

/** For tests of other things: there is always room. */
export const ROOMY: Storage = { disk: { isLow: () => false }, accountMaxBytes: Number.MAX_SAFE_INTEGER }
