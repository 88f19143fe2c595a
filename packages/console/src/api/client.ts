import { Mailsift } from '@mailsift/sdk'
import { SERVICE_URL } from '../base.ts'

/** By the session cookie: no token is ever in this page. */
export const mailsift = new Mailsift({ baseUrl: SERVICE_URL, credentials: 'cookie' })
