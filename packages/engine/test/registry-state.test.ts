import { expect, test } from 'vitest'
import { registryStateOf } from '../src/reasons/registry-state.ts'

test.each([
  [{ root: 'shop.com' }, 'not_requested'],
  [{ root: 'shop.com', has_valid_mx_records: false, epp_statuses: [] }, 'found'],
  [{ root: 'shop.com', has_valid_mx_records: true }, 'not_looked_up'],
  [{ root: 'tienda.es', has_valid_mx_records: true }, 'not_published'],
  [{ root: 'shop.com.vn', has_valid_mx_records: true }, 'not_published'],
] as const)('a result says why it has no registration data: %j', (domain, state) => {
  expect(registryStateOf(domain)).toBe(state)
})
