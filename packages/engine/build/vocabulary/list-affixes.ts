/**
 * Suffixes that name a mailing list after a hyphen at an organization's own domain: `krb-dev`, `parser-users`. Some
 * also occur in handles and names (`dev`, `core`), so they count only there.
 */
export const LIST_AFFIXES = `
  dev devs devel develop developer developers user users list lists announce announces announcement ann owner owners request requests
  bounces bounce admin admins bugs bug commits commit cvs svn git checkins changes patches patch review reviews discuss discussion
  discussions talk general help questions maint maintainers maintainer core wg sig tsc steering council pmc private board
  builds build notify notifications news team group hackers contrib contributors committers porters packagers doc docs www web
  testers testing qa security sec leads forum community members volunteers organizers organisers moderators mods staff
  liste verteiler intern alle info interesse entwickler benutzer utilisateurs developpeurs usuarios desarrollo utenti sviluppo
`
  .trim()
  .split(/\s+/)
