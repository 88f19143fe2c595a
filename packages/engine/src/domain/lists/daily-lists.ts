/** Openly licensed lists of disposable domains that change every day. A service fetches them while it runs. */
export type DailyList = { readonly name: string; readonly license: string; readonly url: string }

export const DAILY_LISTS: readonly DailyList[] = [
  {
    // The thousand most abused domains of the previous day.
    name: 'castle/disposable-email-domains',
    license: 'MIT',
    url: 'https://raw.githubusercontent.com/castle/disposable-email-domains/master/disposable-email-domains.txt',
  },
  {
    name: '7c/fakefilter',
    license: 'BSD-3-Clause',
    url: 'https://raw.githubusercontent.com/7c/fakefilter/main/txt/data.txt',
  },
  {
    name: 'disposable-email-domains/disposable-email-domains',
    license: 'CC0-1.0',
    url: 'https://raw.githubusercontent.com/disposable-email-domains/disposable-email-domains/main/disposable_email_blocklist.conf',
  },
]
