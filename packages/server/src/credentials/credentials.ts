// The door of credentials: API tokens, and the keys of forms on websites.
export { parseNetwork } from './tokens/token-rules.ts'
export { findTokenId, issueToken, listTokens, revokeToken, rollOverToken } from './tokens/tokens.ts'
