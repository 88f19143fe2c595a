// Where the console is: below whatever path a proxy gives it. The document's base says so, and stays as it is when pages
// change.
const base = new URL(document.baseURI)

/** Without a slash at the end: what routes are below. */
export const BASE_PATH = base.pathname.replace(/\/$/, '')
/** The service that this page belongs to. */
export const SERVICE_URL = base.origin + BASE_PATH
