import fc from 'fast-check'
import { expect, test } from 'vitest'
import { render, renderJson } from '../src/index.ts'
import { loadEngine } from '../src/node.ts'
import { addressLike } from './support/addresses.ts'
import { makeFacts } from './support/facts.ts'
import { accepted } from './support/verdicts.ts'

const engine = loadEngine()
const ID = '0190d3f0-7000-7000-8000-000000000000'

test('without domain checks a result has exactly the fields of §2.3, in its order', () => {
  const json = renderJson(accepted(engine.validate('John.Smith+News@GMail.com')), ID)
  expect(json).toBe(
    `{"id":"${ID}","inbound":"John.Smith+News@GMail.com","first_name":"John","last_name":"Smith",` +
      '"normalized":"johnsmith@gmail.com","smtp_provider":"google-gmail","validations":{"is_disposable":false,"has_label":true,' +
      '"is_subdomain":false,"is_no_reply":false,"is_role_based":false,"has_irregular_pattern":false,' +
      '"has_uncommon_unicode":false,"safe_to_send":true},"metadata":{"username":{"inbound":"John.Smith+News",' +
      '"normalized":"johnsmith","has_label":true,"label":"News"},"domain":{"is_disposable":false,"is_subdomain":false,' +
      '"root":"gmail.com","inbound":"GMail.com","disposable_sources":[]}}}',
  )
})

test('with domain checks the domain fields follow, in the order of §2.3', () => {
  const verdict = engine.withDomainFacts(accepted(engine.validate('john@contoso.com')), makeFacts())
  const { validations, metadata } = render(verdict, ID)
  expect(Object.keys(validations)).toEqual(
    `is_disposable has_label is_subdomain is_no_reply is_role_based has_irregular_pattern has_uncommon_unicode safe_to_send
     has_valid_mx_records domain_is_expired domain_is_expiring_soon domain_transfer_locked domain_update_locked
     domain_delete_locked domain_on_registry_hold domain_pending_create domain_pending_delete domain_pending_transfer
     domain_pending_update domain_is_registry_reserved domain_is_parking_nameserver domain_is_deliverable`.split(/\s+/),
  )
  expect(Object.keys(metadata.domain)).toEqual(
    `is_disposable is_subdomain root inbound disposable_sources has_valid_mx_records mx_records domain_age_days provider
     provider_link registered_at expires_at last_changed_at last_checked_at expires_in_days registrar_name registrar_iana_id
     abuse_email abuse_phone has_abuse_contact epp_statuses dnssec_signed dnssec_ds_records_count dnssec_ds_records nameservers
     nameserver_count policy_registry_terms policy_icann_epp_info policy_icann_wicf`.split(/\s+/),
  )
})

test('the JSON text always equals the JSON of the object', () => {
  fc.assert(
    fc.property(addressLike, fc.boolean(), (address, withFacts) => {
      const verdict = engine.validate(address)
      if (!verdict.ok) return
      const final = withFacts ? engine.withDomainFacts(verdict, makeFacts()) : verdict
      expect(renderJson(final, ID)).toBe(JSON.stringify(render(final, ID)))
    }),
    { numRuns: 2_000 },
  )
})
