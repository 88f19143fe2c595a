/** Names of mail providers by `smtp_provider`. An id without an entry is shown as capitalized words. */
export const providers: { readonly names: Readonly<Record<string, string>> } = {
  names: {
    'apple-icloud': 'iCloud Mail',
    att: 'AT&T',
    'google-gmail': 'Gmail',
    godaddy: 'GoDaddy',
    ionos: 'IONOS',
    'microsoft-consumer': 'Outlook.com',
    proton: 'Proton Mail',
    't-online': 'T-Online',
  },
}
