import { describe, expect, test } from 'vitest'
import { compileDisposable } from '../build/disposable.ts'
import { DISPOSABLE_SOURCES, type DisposableSource } from '../build/packages.ts'

const none = Object.fromEntries(DISPOSABLE_SOURCES.map((source) => [source, []])) as unknown as Record<
  DisposableSource,
  readonly string[]
>
const compiled = (lists: Partial<Record<DisposableSource, readonly string[]>>) => [
  ...compileDisposable(
    { lists: { ...none, ...lists }, allowed: [] },
    [],
    ['northwind.com', 'mailinator.com'],
  ).entries(),
]
const named = (lists: Partial<Record<DisposableSource, readonly string[]>>) =>
  compiled(lists)
    .filter(([, mask]) => mask !== 0)
    .map(([domain]) => domain)

describe('what makes a domain disposable', () => {
  test('an entry that only noisy lists have needs a second list', () => {
    const domain = 'contoso-inbox.com'
    expect(named({ mailchecker: [domain], 'is-burner-email': [domain] })).toEqual([])
    expect(named({ mailchecker: [domain], fakefilter: [domain] })).toEqual([domain])
  })

  test('an entry that a noisy list added between two dates is enough', () => {
    expect(named({ mailchecker: ['contoso-inbox.com'], 'burner-email': ['contoso-inbox.com'] })).toEqual([
      'contoso-inbox.com',
    ])
  })

  test('a well-known site is not disposable, unless it offers disposable inboxes itself', () => {
    const lists = { fakefilter: ['northwind.com', 'mailinator.com'], 'disposable-domains': ['northwind.com'] }
    expect(named(lists)).toEqual(['mailinator.com'])
  })

  test('the name of a large provider is not disposable under any ending', () => {
    const endings = ['com', 'us', 'co.uk', 'gr.com', 'ax']
    const lists = endings.flatMap((ending) => [`yahoo.${ending}`, `gmail.${ending}`])
    expect(named({ fakefilter: [...lists, 'yahoo-inbox.com'] })).toEqual(['yahoo-inbox.com'])
  })
})
