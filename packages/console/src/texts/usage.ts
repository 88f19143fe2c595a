import { formatCount } from '../parts/numbers.ts'

export const usage = {
  title: 'Usage',
  lead: 'One unit is one completed validation. Rows that are no address, or could not be looked up, cost nothing. Days are UTC.',
  range: 'Range',
  ranges: { '7': 'Last 7 days', '30': 'Last 30 days', '90': 'Last 90 days', '365': 'Last year' },
  download: 'Download CSV',
  total: 'All units',
  bulk: 'Lists',
  single: 'Single addresses',
  singleShort: 'Single',
  byDay: 'Units by day',
  table: 'The same in numbers',
  day: 'Day',
  empty: 'Nothing was validated in this time',
  emptyWhy: 'Clean a list or look an address up; its units appear here within seconds.',
  pointed: (day: string, total: number, bulk: number) =>
    `${day}: ${formatCount(total)} (${formatCount(bulk)} by lists, ${formatCount(total - bulk)} single)`,
  chartLabel: (total: number, from: string, to: string) =>
    `Bars of units by day: ${formatCount(total)} from ${from} to ${to}`,
} as const
