import { API_TOKEN_HEADER } from '@mailsift/contract'
import { expect, test } from 'vitest'
import { getRequest, runLoad } from '../../bench/load-client.ts'
import { whileLocked } from '../support/database.ts'
import { emailQuery, useValidationApp } from './validation-app.ts'

/** More than may be stored and wait at the same time. */
const CLIENTS = 2_400

test('while the database is blocked, so many requests wait and the rest is told at once to come back', async () => {
  const app = await useValidationApp()
  const statuses: number[] = []
  const refused = Promise.withResolvers<void>()
  const request = getRequest(`/v1/emails/validate?${emailQuery('john.smith@contoso.org')}`, {
    [API_TOKEN_HEADER]: app.token,
  })
  let load = Promise.resolve()
  await whileLocked(app.database.db, 'outbox_events', async () => {
    load = runLoad({
      port: Number(new URL(app.url).port),
      requests: [request],
      connections: CLIENTS,
      goesOn: () => false,
      onAnswer({ status }) {
        statuses.push(status)
        refused.resolve()
      },
    })
    await refused.promise
    expect(new Set(statuses), 'no request is answered before it is billed').toEqual(new Set([503]))
  })
  await load
  const answered = statuses.filter((status) => status === 200)
  const refusals = statuses.filter((status) => status === 503)
  const others = statuses.filter((status) => status !== 200 && status !== 503)
  expect({ others, unanswered: CLIENTS - statuses.length }).toEqual({ others: [], unanswered: 0 })
  expect(answered.length).toBeGreaterThan(0)
  expect(refusals.length).toBeGreaterThan(0)
  expect(await app.ledgerUnits()).toBe(answered.length)
})
