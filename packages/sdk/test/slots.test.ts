// A long list leaves one of the account's three slots free.
import { expect } from 'vitest'
import { submitParts } from '../src/lists/index.ts'
import { test } from './with-service.ts'

const PARTS = Array.from({ length: 5 }, (_, at) => ({ csv: new Blob([`email\na${at}@contoso.com\n`]), count: 1 }))

test.for([
  [undefined, 2],
  [1, 1],
  [3, 3],
] as const)(
  'with %s slots a list has %s parts unfinished at most',
  async ([slots, expected], { service, mailsift }) => {
    const unfinished: number[] = []
    const ids = await submitParts(mailsift, PARTS, {
      slots,
      onSubmitted: () =>
        unfinished.push([...service.groups.values()].filter(({ group }) => group.status !== 'completed').length),
    })
    expect(new Set(ids).size).toBe(PARTS.length)
    expect(Math.max(...unfinished)).toBe(expected)
  },
)
