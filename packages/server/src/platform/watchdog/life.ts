/** Changes while the event loop of this process turns; its watchdog reads it from another thread. */
export const signsOfLife = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))

/** To be called by what wakes the process every few seconds anyway: then its watchdog need not. */
export function showLife(): void {
  Atomics.add(signsOfLife, 0, 1)
}
