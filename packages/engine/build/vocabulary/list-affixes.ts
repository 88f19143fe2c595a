/**
 * What names a mailing list behind a hyphen, at a domain of one's own: `krb-dev`, `parser-users`. Some of them stand in handles
 * and names as well (`dev`, `core`), so that nowhere else do they say anything.
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
