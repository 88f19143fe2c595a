/**
 * Companies, newspapers, portals, hosters and senders on lists of free mail or disposable domains: they have readers
 * and customers but offer no mailboxes. From general knowledge; entries in the packages of `well-known-sites.ts` are
 * not repeated.
 */
export const SITES_WITHOUT_MAILBOXES: readonly string[] = `
  about.com abc.com abcnews.go.com afraid.org afternic.com alibaba.com aliexpress.com altavista.com amazonses.com ancestry.com
  angelfire.com as.com asus.com att.com baidu.com bing.com blogger.com blogspot.com bt.com charter.com cnet.com cntv.cn com.com
  comcast.com costco.com dell.com detik.com discovery.com dnsmadeeasy.com dynamic-dns.net ebay.com eircom.ie espn.com example.com
  facebook.com flickr.com forbes.com fox.com foxnews.com geocities.com go.com google.ch google.co.in google.co.jp google.co.uk
  google.co.za google.com google.de google.es google.fr google.it google.ru hola.org homestead.com hp.com ibm.com kaixo.com
  lexmark.com linkedin.com lenovo.com live365.com masrawy.com medscape.com mtv.com myspace.com name.com nba.com nbc.com netfirms.com
  nfl.com nokia.com nytimes.com oath.com onmicrosoft.com oracle.com rakuten.co.jp sanook.com sogou.com sony.com space.com
  sueddeutsche.de taobao.com techspot.com telegraph.co.uk telekom.de telstra.com telstra.com.au theglobeandmail.com time.com
  tmall.com toast.com tripod.com tumblr.com twitter.com usatoday.com uu.net verizon.com washingtonpost.com weibo.com wordpress.com
  xoom.com yahoo.net youtube.com zing.vn 126.net
  constantcontact.com exacttarget.com mailchimp.com mailgun.org mandrillapp.com postmarkapp.com sailthru.com sendgrid.net
  sparkpostmail.com sendinblue.com mailjet.com mcsv.net rsgsv.net cmail19.com
  addthis.com akamai.net akamaiedge.net amazonaws.com azure.com azurewebsites.net cloudfront.net fastly.net
  clickr.pro nya5.com
`
  .trim()
  .split(/\s+/)
