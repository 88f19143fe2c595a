// Public keys for web pages: a form's guard calls the service with one.
import { type Static, Type } from 'typebox'
import { Uuid, UuidInput } from './ids.ts'
import { SITE_KEY_ORIGINS_MAX_COUNT, TOKEN_NAME_MAX_CHARACTERS, TOKEN_NAME_MIN_CHARACTERS } from './limits.ts'
import { PolicyName } from './rules.ts'
import { dateTime, nullable, oneOf, strict } from './schema.ts'

const name = Type.String({ minLength: TOKEN_NAME_MIN_CHARACTERS, maxLength: TOKEN_NAME_MAX_CHARACTERS })
const origins = Type.Array(
  Type.String({ maxLength: 300, description: 'Scheme, host and port, such as https://shop.contoso.com.' }),
  { minItems: 1, maxItems: SITE_KEY_ORIGINS_MAX_COUNT, uniqueItems: true },
)

export const MakeSiteKeyBody = strict({ name, origins })
export type MakeSiteKeyBody = Static<typeof MakeSiteKeyBody>

export const SiteKey = strict({
  id: Uuid,
  key: Type.String({ description: 'Not secret: it works only for the guard on pages of its origins.' }),
  name,
  origins,
  script_tag: Type.String({ description: 'HTML tag that adds the guard to a page, with the hash of the script.' }),
  created_at: dateTime(),
  revoked_at: nullable(dateTime()),
})
export type SiteKey = Static<typeof SiteKey>

export const SiteKeyList = strict({ items: Type.Array(SiteKey) })
export type SiteKeyList = Static<typeof SiteKeyList>

export const SiteKeyParams = strict({ siteKeyId: UuidInput })

export const GuardQuery = strict({
  email: Type.String({ description: 'The address typed by the visitor.' }),
  site_key: Type.String({ maxLength: 100, description: 'Site key of the account that pays for the validation.' }),
  policy: Type.Optional({
    ...PolicyName,
    description:
      'Purpose that decides what is risky: sign-up, marketing, b2b, or a policy that the account saved. Default: sign-up.',
  }),
})

/** The response for a page about an address: enough to help the person typing it, without lists or names. */
export const GuardAnswer = strict({
  tier: oneOf(['safe', 'risky', 'unsafe'], { description: 'Tier for the policy.' }),
  reason: Type.String({ description: 'Most severe reason, or ok. `denied` or `allowed`: by a list of the account.' }),
  suggestion: nullable(Type.String({ description: 'Suggested correction of the address.' })),
  is_disposable: Type.Boolean({ description: 'The domain provides disposable addresses.' }),
})
export type GuardAnswer = Static<typeof GuardAnswer>
