/** Domains of governments, towns, courts, schools and universities, where `dean` or `chair` is an office. */
const PUBLIC_BODY =
  /(?:^|\.)(?:gov|mil|edu|(?:gov|govt|gob|gouv|gc|mil|edu|ac|k12|sch)\.[a-z]{2}|[a-z]{2}\.us)$|(?:^|\.|-)(?:cityof|townof|villageof|countyof|gemeinde|stadt|mairie|comune|ayto|obec)/

export function isPublicBody(root: string): boolean {
  return PUBLIC_BODY.test(root)
}
