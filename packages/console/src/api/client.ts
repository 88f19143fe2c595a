import { Mailsift } from '@mailsift/sdk'
import { SERVICE_URL } from '../base.ts'

/** Authenticates with the session cookie: this page never contains a token. */
export const mailsift = new Mailsift({ baseUrl: SERVICE_URL, credentials: 'cookie' })
