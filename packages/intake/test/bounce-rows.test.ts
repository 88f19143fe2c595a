import { expect, test } from 'vitest'
import { type BounceRow, readBounceRows } from '../src/bounce-rows.ts'
import { fromBlob, openList } from '../src/list.ts'

async function read(text: string): Promise<{ events: Omit<BounceRow, 'id'>[]; unread: number }> {
  const all = { events: [] as Omit<BounceRow, 'id'>[], unread: 0 }
  for await (const { events, unread } of readBounceRows(await openList(fromBlob(new Blob([text]))))) {
    all.events.push(...events.map(({ id: _id, ...event }) => event))
    all.unread += unread
  }
  return all
}

test.each([
  [
    'listmonk: the type decides',
    'email,type,source,created_at\na@x.org,hard,api,2026-01-02 03:04:05\nb@x.org,soft,api,\nc@x.org,complaint,api,\n',
    [
      { email: 'a@x.org', event: 'bounce', at: '2026-01-02T03:04:05.000Z' },
      { email: 'b@x.org', event: 'bounce', status_code: '4.0.0' },
      { email: 'c@x.org', event: 'complaint' },
    ],
  ],
  [
    'listmonk: the words of the server in meta count more than the type',
    'email,type,source,meta,created_at\na@x.org,hard,ses,"{""bounce"":{""bounceType"":""Permanent"",""bouncedRecipients"":[{""diagnosticCode"":""smtp; 550 5.7.1 Message refused by policy""}]}}",\nb@x.org,hard,api,{},\n',
    [
      { email: 'a@x.org', event: 'bounce', status_code: '5.7.1', reply: 'smtp; 550 5.7.1 Message refused by policy' },
      { email: 'b@x.org', event: 'bounce' },
    ],
  ],
  [
    'Mailchimp: the export of cleaned contacts',
    'Email Address,First Name,Last Name,MEMBER_RATING,OPTIN_TIME,CLEAN_TIME,CLEAN_CAMPAIGN_TITLE,CLEAN_CAMPAIGN_ID,LEID,EUID,NOTES,TAGS\na@x.org,Ann,Lee,2,2020-01-01 00:00:00,2026-01-02 03:04:05,Spring,1,2,ab,,news\n',
    [{ email: 'a@x.org', event: 'bounce', at: '2026-01-02T03:04:05.000Z' }],
  ],
  [
    'Mailchimp: bounce types, and contacts that were cleaned or unsubscribed',
    'Email Address,First Name,Bounce Type\na@x.org,Ann,Hard Bounce\nb@x.org,Bob,Soft Bounce\nc@x.org,Cy,Unsubscribed\nd@x.org,Di,Cleaned\n',
    [
      { email: 'a@x.org', event: 'bounce' },
      { email: 'b@x.org', event: 'bounce', status_code: '4.0.0' },
      { email: 'c@x.org', event: 'unsubscribe' },
      { email: 'd@x.org', event: 'bounce' },
    ],
  ],
  [
    "SendGrid: status, the server's words and seconds",
    'status,reason,email,created\n5.1.1,550 5.1.1 no such user,a@x.org,1700000000\n5.7.1,554 5.7.1 blocked using zen.spamhaus.org,b@x.org,1700000001\n',
    [
      {
        email: 'a@x.org',
        event: 'bounce',
        status_code: '5.1.1',
        reply: '5.1.1 550 5.1.1 no such user',
        at: '2023-11-14T22:13:20.000Z',
      },
      {
        email: 'b@x.org',
        event: 'bounce',
        status_code: '5.7.1',
        reply: '5.7.1 554 5.7.1 blocked using zen.spamhaus.org',
        at: '2023-11-14T22:13:21.000Z',
      },
    ],
  ],
  [
    'Mailgun: code and error',
    'address,code,error,created_at\na@x.org,550,No such mailbox,"Tue, 14 Nov 2023 22:13:20 UTC"\n',
    [{ email: 'a@x.org', event: 'bounce', reply: '550 No such mailbox', at: '2023-11-14T22:13:20.000Z' }],
  ],
  [
    'Postmark: types in one word, and details',
    'Email,Type,Details\na@x.org,HardBounce,smtp;550 5.1.1 User unknown\nb@x.org,SpamComplaint,\nc@x.org,SoftBounce,mailbox full\nd@x.org,Transient,user unknown\n',
    [
      { email: 'a@x.org', event: 'bounce', status_code: '5.1.1', reply: 'smtp;550 5.1.1 User unknown' },
      { email: 'b@x.org', event: 'complaint' },
      { email: 'c@x.org', event: 'bounce', status_code: '4.0.0' },
      { email: 'd@x.org', event: 'bounce', status_code: '4.0.0' },
    ],
  ],
  [
    'Amazon SES: the reason is the type',
    'EmailAddress,Reason,LastUpdateTime\na@x.org,BOUNCE,2026-01-02T03:04:05Z\nb@x.org,COMPLAINT,2026-01-02T03:04:05Z\n',
    [
      { email: 'a@x.org', event: 'bounce', at: '2026-01-02T03:04:05.000Z' },
      { email: 'b@x.org', event: 'complaint', at: '2026-01-02T03:04:05.000Z' },
    ],
  ],
] as const)('%s', async (_name, csv, events) => {
  expect(await read(csv)).toEqual({ events, unread: 0 })
})

test('a row without a type and a reply reports nothing, and a list of addresses is not a table of bounces', async () => {
  expect(await read('email,type\na@x.org,hard\nb@x.org,\nc@x.org,newsletter\n')).toEqual({
    events: [{ email: 'a@x.org', event: 'bounce' }],
    unread: 2,
  })
  await expect(read('email,city\na@x.org,Oslo\n')).rejects.toThrow('no column with the type, status or reason')
})

test('the same row has the same id in every export', async () => {
  const ids = async () => {
    const list = await openList(fromBlob(new Blob(['email,type,date\na@x.org,hard,2026-01-02\n'])))
    const ids: string[] = []
    for await (const { events } of readBounceRows(list)) ids.push(...events.map(({ id }) => id))
    return ids
  }
  expect(await ids()).toEqual(await ids())
})
