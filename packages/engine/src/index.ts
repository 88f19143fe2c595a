export type { DomainFacts, DsRecord, MxRecord, RegistryFacts, RegistryFlags, RegistryRecord } from './domain-facts.ts'
