import { type Static, Type } from 'typebox'
import { strict, uri } from './schema.ts'

export const CheckoutBody = strict({ plan: Type.String({ minLength: 1, maxLength: 40 }) })
export type CheckoutBody = Static<typeof CheckoutBody>

export const BillingLink = strict({ url: uri({ description: 'A page of the payment provider, to open soon.' }) })
export type BillingLink = Static<typeof BillingLink>
