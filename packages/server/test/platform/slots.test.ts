import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSlots } from '../../src/platform/http/body/slots.ts'

const COUNT = 4
const PER_ACCOUNT = 2
const PER_ADDRESS = 3

const sharesOf = (account: string, address: string) => [
  { key: `account ${account}`, max: PER_ACCOUNT },
  { key: `address ${address}`, max: PER_ADDRESS },
]

test('an account gets the next free slot, however many entries of others wait', () => {
  const slots = createSlots(COUNT)
  const started: string[] = []
  const enter = (account: string, address: string) =>
    slots.enter(sharesOf(account, address), () => void started.push(account))
  const releases = Array.from({ length: 10 }, () => [enter('a', '192.0.2.1'), enter('b', '192.0.2.2')]).flat()
  enter('c', '192.0.2.3')
  expect(started).toEqual(['a', 'b', 'a', 'b'])
  releases[0]!()
  expect(started.at(-1)).toBe('c')
})

test('a client with many accounts leaves a slot to others', () => {
  const slots = createSlots(COUNT)
  const started: string[] = []
  for (let n = 0; n < 10; n++) slots.enter(sharesOf(`many ${n}`, '192.0.2.1'), () => void started.push('many'))
  slots.enter(sharesOf('other', '192.0.2.2'), () => void started.push('other'))
  expect(started).toEqual(['many', 'many', 'many', 'other'])
})

test('slots stay within their number and shares, none is lost, and none is free while an entry may have it', () => {
  const step = fc.record({ account: fc.nat(4), address: fc.nat(2), release: fc.option(fc.nat(), { freq: 2 }) })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const slots = createSlots(COUNT)
      type Entry = { account: number; address: number; isIn: boolean; release(): void }
      const entries: Entry[] = []
      const usedBy = (name: 'account' | 'address', value: number) =>
        entries.filter((entry) => entry.isIn && entry[name] === value).length
      const check = () => {
        const used = entries.filter(({ isIn }) => isIn).length
        expect(used).toBeLessThanOrEqual(COUNT)
        for (const { account, address, isIn } of entries) {
          const [byAccount, byAddress] = [usedBy('account', account), usedBy('address', address)]
          expect(byAccount).toBeLessThanOrEqual(PER_ACCOUNT)
          expect(byAddress).toBeLessThanOrEqual(PER_ADDRESS)
          if (!isIn) expect(used === COUNT || byAccount === PER_ACCOUNT || byAddress === PER_ADDRESS).toBe(true)
        }
      }
      for (const { account, address, release } of steps) {
        if (release === null) {
          const entry: Entry = { account, address, isIn: false, release: () => undefined }
          entries.push(entry)
          entry.release = slots.enter(sharesOf(String(account), String(address)), () => {
            entry.isIn = true
          })
        } else if (entries.length > 0) {
          const [gone] = entries.splice(release % entries.length, 1)
          gone!.release()
        }
        check()
      }
    }),
  )
})
