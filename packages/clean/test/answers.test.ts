// A list sent in one or more parts, with retried rows.
import { loadEngine } from '@mailsift/engine/node'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type AnswerFile, type AnswerRow, openAnswers } from '../src/answers.ts'

const engine = loadEngine()
const RESULT =
  'error.code,error.message,normalized,validations.has_valid_mx_records,metadata.domain.root,metadata.domain.epp_statuses'

function fileOf(prefix: string, theirs: string, rows: readonly string[]): AnswerFile {
  const head = `${theirs},${RESULT.split(',').map((name) => prefix + name)}`
  async function* bytes() {
    yield Buffer.from([head, ...rows, ''].join('\n'))
  }
  return { bytes: bytes(), prefix }
}

async function rowsOf(files: readonly AnswerFile[], retries: readonly (readonly AnswerFile[])[] = []) {
  const [first, ...others] = files
  const { rows } = await openAnswers(engine, [first!, ...others], {
    emailColumn: 'email',
    policy: 'marketing',
    retries,
  })
  const all: AnswerRow[] = []
  for await (const batch of rows) all.push(...batch)
  return all
}

const found = (address: string, registry = '[]') => `,,${address},true,contoso.com,"${registry}"`
const FAILED = 'lookup_failed,No answer,,,,'

test('the parts of a list form one list: rows keep their order, and duplicates are found across parts', async () => {
  const rows = await rowsOf([
    fileOf('service.', 'id,email', [`1,ann.lee@contoso.com${found('ann.lee@contoso.com').replace(/^/, ',')}`]),
    fileOf('service2.', 'id,email', [
      `2,bob.ray@contoso.com,${found('bob.ray@contoso.com')}`,
      `3,Ann.Lee@contoso.com,${found('ann.lee@contoso.com')}`,
    ]),
  ])
  expect(rows.map(({ cells, isDuplicate }) => [cells[0], isDuplicate])).toEqual([
    ['1', false],
    ['2', false],
    ['3', true],
  ])
})

test('retried rows have their new result and keep their own cells', async () => {
  const addressOf = (at: number) => `ann.lee${at}@contoso.com`
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(0, 1, 2), { minLength: 1, maxLength: 40 }), async (failures) => {
      const isFailed = (at: number, round: number) => failures[at]! > round
      const answer = (at: number, round: number) => (isFailed(at, round) ? FAILED : found(addressOf(at)))
      const list = failures.map((_, at) => `${at},${addressOf(at)},${answer(at, 0)}`)
      const again = (round: number) => {
        const rows = failures.flatMap((_, at) => (isFailed(at, round - 1) ? [at] : []))
        return [
          fileOf(
            'service.',
            'row,email',
            rows.map((at) => `${at},${addressOf(at)},${answer(at, round)}`),
          ),
        ]
      }
      const rows = await rowsOf([fileOf('service.', 'id,email', list)], [again(1)])
      expect(rows.map(({ cells }) => cells[0])).toEqual(failures.map((_, at) => String(at)))
      expect(rows.map(({ opinion }) => opinion.status)).toEqual(
        failures.map((count) => (count > 1 ? 'unknown' : 'safe')),
      )
      const twice = await rowsOf([fileOf('service.', 'id,email', list)], [again(1), again(2)])
      expect(
        twice.every(({ opinion, answer: cells }, at) => opinion.status === 'safe' && cells[2] === addressOf(at)),
      ).toBe(true)
    }),
  )
})

test('a row shows whether the registry of its domain was looked up', async () => {
  const rows = await rowsOf([
    fileOf('service.', 'id,email', [
      `1,ann.lee@contoso.com,${found('ann.lee@contoso.com')}`,
      `2,bob.ray@contoso.com,${found('bob.ray@contoso.com', '')}`,
      '3,eva.lee@contoso.com,,,eva.lee@contoso.com,,contoso.com,',
    ]),
  ])
  expect(rows.map(({ registry }) => registry)).toEqual(['found', 'not_looked_up', 'not_requested'])
})
