import type * as contract from '@mailsift/contract'
import { describe, expectTypeOf, test } from 'vitest'
import { type ApiError, type ErrorCode, isApiError, type Mailsift, type MailsiftOptions } from '../src/index.ts'

/** Checked by the compiler: parameters and results have the types of the contract. */

declare const mailsift: Mailsift
type Items<List> = List extends AsyncIterable<infer Item> ? Item : never

describe('every operation returns the contract type of its response', () => {
  test('single addresses and usage', () => {
    expectTypeOf<Mailsift['validate']>().returns.resolves.toEqualTypeOf<contract.ValidationResult>()
    expectTypeOf<Mailsift['usage']>().returns.resolves.toEqualTypeOf<contract.UsageReport>()
  })

  test('bulk', () => {
    type Bulk = Mailsift['bulk']
    expectTypeOf<Bulk['submit']>().returns.resolves.toEqualTypeOf<contract.SubmittedJob['job']>()
    expectTypeOf<Bulk['get']>().returns.resolves.toEqualTypeOf<contract.JobResults>()
    expectTypeOf<Bulk['wait']>().returns.resolves.toEqualTypeOf<contract.Job>()
    expectTypeOf<Items<ReturnType<Bulk['items']>>>().toEqualTypeOf<contract.JobResults['items'][number]>()
    expectTypeOf<Items<ReturnType<Bulk['list']>>>().toEqualTypeOf<contract.JobList['items'][number]>()
    expectTypeOf<ReturnType<Bulk['list']>['page']>().returns.resolves.toEqualTypeOf<contract.JobList>()
    expectTypeOf<Bulk['download']>().returns.toEqualTypeOf<ReadableStream<Uint8Array>>()
  })

  test('groups and CSV', () => {
    type Groups = Mailsift['groups']
    expectTypeOf<Groups['get']>().returns.resolves.toEqualTypeOf<contract.GroupDetail>()
    expectTypeOf<Groups['wait']>().returns.resolves.toEqualTypeOf<contract.Group>()
    expectTypeOf<Items<ReturnType<Groups['list']>>>().toEqualTypeOf<contract.GroupList['items'][number]>()
    expectTypeOf<Mailsift['csv']['submit']>().returns.resolves.toEqualTypeOf<contract.SubmittedGroup['group']>()
    expectTypeOf<Mailsift['csv']['clean']>().returns.resolves.toHaveProperty('group').toEqualTypeOf<contract.Group>()
  })

  test('contacts', () => {
    type Contacts = Mailsift['contacts']
    expectTypeOf<Items<ReturnType<Contacts['list']>>>().toEqualTypeOf<contract.ContactList['data'][number]>()
    expectTypeOf<Contacts['get']>().returns.resolves.toEqualTypeOf<contract.Contact>()
    expectTypeOf<Contacts['update']>().parameter(1).toEqualTypeOf<contract.UpdateContactBody>()
  })
})

test('the contract types match the specification', () => {
  expectTypeOf<contract.Job['status']>().toEqualTypeOf<'pending' | 'processing' | 'completed' | 'failed' | 'expired'>()
  expectTypeOf<contract.Job['failure']>().toEqualTypeOf<string | null>()
  expectTypeOf<contract.BulkItem['result']>().toEqualTypeOf<contract.ValidationResult | null>()
  expectTypeOf<contract.Contact['version']>().toEqualTypeOf<'v1' | null>()
  expectTypeOf<contract.Validations['safe_to_send']>().toEqualTypeOf<boolean>()
  expectTypeOf<contract.Validations['has_valid_mx_records']>().toEqualTypeOf<boolean | undefined>()
  expectTypeOf<contract.DomainMetadata['expires_in_days']>().toEqualTypeOf<number | null | undefined>()
})

test('an error is narrowed by its code, and unknown codes do not compile', () => {
  const narrow = (error: unknown) => {
    if (isApiError(error, 'too_many_unfinished')) expectTypeOf(error).toEqualTypeOf<ApiError<'too_many_unfinished'>>()
    // @ts-expect-error no such code
    return isApiError(error, 'too_many_cooks')
  }
  expectTypeOf(narrow).toBeFunction()
  expectTypeOf<ErrorCode>().toEqualTypeOf<contract.ErrorCode>()
})

test('an option that may be undefined can be passed on as it is', () => {
  const passOn = (options: { signal?: AbortSignal | undefined; take?: number | undefined }, key?: string) => {
    void mailsift.contacts.list(options)
    void mailsift.bulk.get('id', { ...options, page: undefined })
    void mailsift.bulk.submit([], { signal: options.signal, idempotencyKey: key, validateDomain: undefined })
    void mailsift.csv.submit('contacts.csv', { emailColumn: 'email', filename: key, signal: options.signal })
  }
  expectTypeOf(passOn).toBeFunction()
})

test('wrong arguments do not compile', () => {
  const wrong = () => {
    // @ts-expect-error a token is required
    const options: MailsiftOptions = {}
    // @ts-expect-error a boolean, not the 0 or 1 of the wire
    void mailsift.validate('a@contoso.com', { validateDomain: 1 })
    // @ts-expect-error strings only
    void mailsift.bulk.submit([1])
    // @ts-expect-error the column has to be named
    void mailsift.csv.clean('contacts.csv', {})
    // @ts-expect-error all three fields are required
    void mailsift.contacts.update('id', { email: 'a@contoso.com' })
    return options
  }
  expectTypeOf(wrong).toBeFunction()
})
