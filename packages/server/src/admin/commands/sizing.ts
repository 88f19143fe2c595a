// The size of an installation for a load, by the costs that `npm run bench:cost` measured. Pure, without imports: `admin size` and the
// calculator of the documentation use it, and a test compares docs/scale.md with it.

/** The cost of a million validations. Processor times are seconds of one core. */
type Cost = {
  apiSeconds: number
  workerSeconds: number
  databaseSeconds: number
  logMb: number
  /** In the database, for `databaseDays`. */
  databaseMb: number
  databaseDays: number
  /** Validated addresses, to compare with bounces, for `VALIDATED_DAYS`. */
  validatedMb: number
  /** In the blob store, for as long as results are kept. */
  filesMb: number
}

/** Two arm64 cores (Neoverse N1), 2026-11-18, at a load of 12. */
export const COSTS = {
  single: {
    apiSeconds: 360,
    workerSeconds: 35,
    databaseSeconds: 129,
    logMb: 228,
    databaseMb: 138,
    databaseDays: 1 / 24,
    validatedMb: 15,
    filesMb: 0,
  },
  list: {
    apiSeconds: 19,
    workerSeconds: 15,
    databaseSeconds: 8,
    logMb: 41,
    databaseMb: 35,
    databaseDays: 37,
    validatedMb: 14,
    filesMb: 262,
  },
} as const satisfies Record<string, Cost>

/** 30 days until a job expires, and 7 until it is removed (§8). */
export const RESULTS_KEPT_DAYS = 37
export const VALIDATED_DAYS = 35

export type Load = {
  /** Single validations a day. */
  single: number
  /** Rows of lists and CSVs a day. */
  list: number
  /** How many times the average the busiest hour is. */
  peak: number
  /** How long the write-ahead log is archived. */
  logDays: number
  /** Prices of a core and of a gigabyte for a month, in any currency. */
  corePrice: number
  storagePrice: number
}

export const EXAMPLE_LOAD: Load = {
  single: 1_000_000,
  list: 10_000_000,
  peak: 4,
  logDays: 7,
  corePrice: 20,
  storagePrice: 0.1,
}

export type Size = {
  /** At the peak, at full use. */
  apiCores: number
  workerCores: number
  databaseCores: number
  /** Whole cores to provide: half of them idle at the peak, and two at least. */
  cores: number
  databaseGb: number
  filesGb: number
  logGbPerDay: number
  logGb: number
  /** Cores and storage. */
  costPerMonth: number
}

const DAY_SECONDS = 86_400
/** A machine that is busier than this answers late. */
const BUSY_SHARE = 0.5
const CORES_MIN = 2

export function sizeOf(load: Load): Size {
  const millions = { single: load.single / 1e6, list: load.list / 1e6 }
  const perDay = (key: keyof Cost) => millions.single * COSTS.single[key] + millions.list * COSTS.list[key]
  const coresFor = (key: 'apiSeconds' | 'workerSeconds' | 'databaseSeconds') => (perDay(key) / DAY_SECONDS) * load.peak
  const [apiCores, workerCores, databaseCores] = [
    coresFor('apiSeconds'),
    coresFor('workerSeconds'),
    coresFor('databaseSeconds'),
  ]
  const cores = Math.max(CORES_MIN, Math.ceil((apiCores + workerCores + databaseCores) / BUSY_SHARE))
  const gbOf = (kind: keyof typeof COSTS) => (millions[kind] * COSTS[kind].databaseMb * COSTS[kind].databaseDays) / 1e3
  // An outbox is as large as its busiest hour.
  const validatedGb = (perDay('validatedMb') * VALIDATED_DAYS) / 1e3
  const databaseGb = gbOf('single') * load.peak + gbOf('list') + validatedGb
  const filesGb = (perDay('filesMb') * RESULTS_KEPT_DAYS) / 1e3
  const logGbPerDay = perDay('logMb') / 1e3
  const logGb = logGbPerDay * load.logDays
  const costPerMonth = cores * load.corePrice + (databaseGb + filesGb + logGb) * load.storagePrice
  return { apiCores, workerCores, databaseCores, cores, databaseGb, filesGb, logGbPerDay, logGb, costPerMonth }
}

/** The measurements are worth two or three digits. */
export function rounded(value: number): string {
  return value.toLocaleString('en-US', { maximumSignificantDigits: value >= 100 ? 3 : 2 })
}

/** The same lines for the terminal and the page. */
export function sizeLines(load: Load): [name: string, value: string, note: string][] {
  const size = sizeOf(load)
  return [
    ['Cores', String(size.cores), 'at most half busy at the peak; two at least'],
    ['API', `${rounded(size.apiCores)} cores`, 'busy at the peak'],
    ['Workers', `${rounded(size.workerCores)} cores`, 'busy at the peak'],
    ['PostgreSQL', `${rounded(size.databaseCores)} cores`, 'busy at the peak'],
    [
      'Database',
      `${rounded(size.databaseGb)} GB`,
      `results of ${RESULTS_KEPT_DAYS} days, validated addresses of ${VALIDATED_DAYS} and the outbox`,
    ],
    ['Files', `${rounded(size.filesGb)} GB`, `exports of ${RESULTS_KEPT_DAYS} days, if each is downloaded`],
    ['Log', `${rounded(size.logGbPerDay)} GB a day`, 'write-ahead log, for standby and archive'],
    ['Log archive', `${rounded(size.logGb)} GB`, `of ${load.logDays} days`],
    ['Cost', `${rounded(size.costPerMonth)} a month`, 'cores and storage, at your prices'],
  ]
}
