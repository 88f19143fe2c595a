import { expect, test } from 'vitest'
import { Contact, Group, Job, ValidationResult } from '../src/index.ts'
import { contact, group, job, validationResult } from './examples.ts'

/** A serializer writes the fields in schema order; the examples are in the order of the specification. */
test.each([
  ['validation result', ValidationResult.properties, validationResult],
  ['validations', ValidationResult.properties.validations.properties, validationResult.validations],
  [
    'user name',
    ValidationResult.properties.metadata.properties.username.properties,
    validationResult.metadata.username,
  ],
  ['domain', ValidationResult.properties.metadata.properties.domain.properties, validationResult.metadata.domain],
  ['job', Job.properties, job],
  ['group', Group.properties, group],
  ['contact', Contact.properties, contact],
])('%s: fields are in the order of the specification', (_, properties, example) => {
  expect(Object.keys(properties)).toEqual(Object.keys(example))
})
