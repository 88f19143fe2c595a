import type { FastifyReply, FastifyRequest } from 'fastify'
import type { NewSession } from '../sessions/sessions.ts'
import type { Devices } from './devices.ts'

/** For every way to sign in: an unknown device is reported to the person by mail, and known from then on. */
export async function noteDevice(
  devices: Devices,
  { headers, ip }: FastifyRequest,
  reply: FastifyReply,
  { userId, account }: NewSession,
): Promise<void> {
  const from = { cookies: headers.cookie, userAgent: headers['user-agent'], ip }
  const cookie = await devices.note({ id: userId, email: account.email }, from)
  if (cookie !== undefined) reply.header('set-cookie', cookie)
}
