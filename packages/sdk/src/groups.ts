import type { Group, GroupDetail, GroupList } from '@mailsift/contract'
import { type CallOptions, type Connection, send } from './connection.ts'
import { download } from './download.ts'
import { type Listing, type ListOptions, listing, readPage } from './listing.ts'
import { type WaitOptions, waitUntil } from './wait.ts'

export type Groups = {
  /** The group and its child jobs. */
  get(groupId: string, options?: CallOptions): Promise<GroupDetail>
  /** All groups, newest first. */
  list(options?: ListOptions): Listing<Group, GroupList>
  /** Resolves when the group is `completed`, `partial` or `failed`. */
  wait(groupId: string, options?: WaitOptions<Group>): Promise<Group>
  /** The original CSV with the appended columns, once the group is `download_ready`. */
  download(groupId: string, options?: CallOptions): ReadableStream<Uint8Array>
}

export function groups(connection: Connection): Groups {
  const pathOf = (groupId: string) => `/emails/bulk/groups/${encodeURIComponent(groupId)}`

  const get: Groups['get'] = (groupId, { signal } = {}) =>
    send<GroupDetail>(connection, { path: pathOf(groupId), signal })

  return {
    get,

    list: ({ take, signal } = {}) =>
      listing(
        (page) => send<GroupList>(connection, { path: '/emails/bulk/groups', query: { page, take }, signal }),
        readPage,
        (group) => group.id,
      ),

    wait: (groupId, options = {}) =>
      waitUntil(
        async () => (await get(groupId, options)).group,
        ({ status }) => status === 'completed' || status === 'partial' || status === 'failed',
        options,
      ),

    download: (groupId, options) => download(connection, `${pathOf(groupId)}/download`, options),
  }
}
