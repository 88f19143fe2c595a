/** Domains that confusable domains imitate, besides those of mail providers, from general knowledge. */
export const BRAND_DOMAINS: readonly string[] = `
  apple.com google.com microsoft.com amazon.com facebook.com instagram.com whatsapp.com twitter.com x.com linkedin.com
  youtube.com netflix.com paypal.com ebay.com spotify.com tiktok.com telegram.org discord.com reddit.com wikipedia.org
  github.com gitlab.com bitbucket.org dropbox.com slack.com zoom.us adobe.com oracle.com ibm.com intel.com nvidia.com
  cisco.com dell.com hp.com sap.com salesforce.com stripe.com shopify.com airbnb.com booking.com uber.com tesla.com
  samsung.com sony.com huawei.com alibaba.com baidu.com tencent.com steam.com steampowered.com epicgames.com epic.com
  roblox.com twitch.tv openai.com anthropic.com cloudflare.com godaddy.com namecheap.com wordpress.com
  chase.com wellsfargo.com bankofamerica.com citibank.com citi.com hsbc.com barclays.com santander.com ing.com ubs.com
  visa.com mastercard.com americanexpress.com coinbase.com binance.com kraken.com blockchain.com metamask.io
  dhl.com fedex.com ups.com usps.com nike.com adidas.com ikea.com cocacola.com coca-cola.com pepsi.com mcdonalds.com
  expedia.com tripadvisor.com cnn.com bbc.com nytimes.com forbes.com reuters.com bloomberg.com
  yandex.ru vk.com ok.ru sberbank.ru mail.ru icloud.com outlook.com hotmail.com gmail.com yahoo.com
  sap.de europa.eu
`
  .trim()
  .split(/\s+/)
