// The door of contacts: saving them from validations, and reading and changing them.
export { type EditDeps, editContact } from './edit.ts'
export { type ContactsListenerDeps, contactsListener } from './listener.ts'
export { READ as READ_CONTACTS, WRITE as WRITE_CONTACTS } from './routes.ts'
export { searchContacts } from './search.ts'
export { countUnreadable } from './suppression.ts'
