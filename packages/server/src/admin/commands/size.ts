import { table } from '@mailsift/command/table'
import { CommandError, command, EXIT } from './command.ts'
import { EXAMPLE_LOAD, type Load, sizeLines, sizeOf } from './sizing.ts'

const number = (help: string, value = 'COUNT') => ({ type: 'string', value, help }) as const

export const sizeCommands = [
  command({
    name: 'size',
    summary: 'Estimate cores, storage and cost for a load',
    details:
      'By the measured costs of docs/scale.md, without domain lookups and contacts. It reads nothing of this installation.',
    options: {
      single: number('Single validations a day. Default: 1,000,000.'),
      list: number('Rows of lists and CSVs a day. Default: 10,000,000.'),
      peak: number('How many times the average the busiest hour is. Default: 4.'),
      'log-days': number('Days for which the write-ahead log is archived. Default: 7.', 'DAYS'),
      'core-price': number('Price of a core for a month. Default: 20.', 'PRICE'),
      'storage-price': number('Price of a gigabyte for a month. Default: 0.10.', 'PRICE'),
    },
    examples: ['size --single 5000000 --list 0', 'size --list 100,000,000 --peak 8 --json'],
    async run(_context, _arguments, options) {
      const load: Load = {
        single: read('single', options.single, EXAMPLE_LOAD.single),
        list: read('list', options.list, EXAMPLE_LOAD.list),
        peak: read('peak', options.peak, EXAMPLE_LOAD.peak, 1),
        logDays: read('log-days', options['log-days'], EXAMPLE_LOAD.logDays),
        corePrice: read('core-price', options['core-price'], EXAMPLE_LOAD.corePrice),
        storagePrice: read('storage-price', options['storage-price'], EXAMPLE_LOAD.storagePrice),
      }
      return { json: { load, size: sizeOf(load) }, lines: (await table(['', '', ''], sizeLines(load))).slice(1) }
    },
  }),
]

const MAX = 1e12

function read(name: string, text: string | undefined, otherwise: number, min = 0): number {
  if (text === undefined) return otherwise
  const value = /^\d[\d,_]*(?:\.\d+)?$/.test(text) ? Number(text.replaceAll(/[,_]/g, '')) : Number.NaN
  if (!(value >= min && value <= MAX)) throw new CommandError(`--${name} takes a number from ${min}.`, EXIT.usage)
  return value
}
