// The base path of the console, which depends on the proxy. It comes from the document's base, which does not change
// during navigation.
const base = new URL(document.baseURI)

/** Without a trailing slash; routes are below it. */
export const BASE_PATH = base.pathname.replace(/\/$/, '')
/** The service that this page belongs to. */
export const SERVICE_URL = base.origin + BASE_PATH
