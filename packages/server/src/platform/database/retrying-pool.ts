import pg from 'pg'

/** Longer than nearly every question takes, and about as long as it takes to make a connection. */
const PATIENCE_MS = 50
/** More of those who wait, within a second, are load and not a handful of questions at one moment. */
const WAITS_MAX = 100
const WINDOW_MS = 1_000
/** As long as a connection stays that is not used. */
const IDLE_MAX_MS = 10_000

/** By this pg's pool decides whether it makes a connection; its types leave both out. */
type Inside = { _isFull(): boolean; _pulseQueue(): void }

type Connect = (callback?: unknown) => unknown

const isFull = (pg.Pool.prototype as unknown as Inside)._isFull

/**
 * Lets questions wait for a connection that comes free at once, and makes another only where none did: what a start asks at one
 * moment, or the tasks of a minute, would otherwise leave a connection for each question, and each is a process of the server.
 * Who has waited in vain is a sign of load: for a while connections are then made as soon as they are wanted.
 */
export class PatientPool extends pg.Pool {
  readonly #patienceMs: number
  #isPatient = true
  #looking: NodeJS.Timeout | undefined
  #waits = 0
  #windowEndsAt = 0

  constructor(options: pg.PoolConfig, patienceMs = PATIENCE_MS) {
    super({ ...options, idleTimeoutMillis: IDLE_MAX_MS })
    this.#patienceMs = patienceMs
    // Those who wait for the first one wait from here on.
    this.on('connect', () => this.#looking?.refresh())
  }

  override connect = ((callback?: unknown) => {
    // Those who came at the same moment take what is idle first.
    if (this.#isPatient && this.totalCount > 0 && this.idleCount <= this.waitingCount) this.#noteWait()
    return (super.connect as Connect).call(this, callback)
  }) as pg.Pool['connect']

  /** Holds back only while a look is to come, so that no one waits for ever. */
  _isFull(): boolean {
    return isFull.call(this) || (this.#looking !== undefined && this.totalCount > 0)
  }

  #noteWait(): void {
    const now = performance.now()
    if (now > this.#windowEndsAt) {
      this.#windowEndsAt = now + WINDOW_MS
      this.#waits = 0
    }
    if (++this.#waits > WAITS_MAX) this.#losePatience()
    else this.#looking ??= setTimeout(() => this.#look(), this.#patienceMs)
  }

  #look(): void {
    this.#looking = undefined
    if (this.waitingCount > 0) this.#losePatience()
  }

  #losePatience(): void {
    this.#isPatient = false
    clearTimeout(this.#looking)
    this.#looking = undefined
    setTimeout(() => {
      this.#isPatient = true
    }, IDLE_MAX_MS).unref()
    // A pool that is being closed serves no one who waits.
    for (let left = this.waitingCount; left > 0 && !this._isFull(); left--) (this as unknown as Inside)._pulseQueue()
  }
}
