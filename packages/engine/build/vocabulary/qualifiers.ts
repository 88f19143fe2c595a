/**
 * Words that qualify a role (`info-us`, `sales.emea`, `team-support`) but are not a role themselves. Country codes are
 * the ISO 3166 codes that occur in addresses.
 */
export const PLACE_TERMS = `
  us usa uk gb eu de at ch fr be nl lu es pt it pl cz sk hu ro bg gr tr ru ua by se no dk fi ee lv lt ie il ae sa eg za ng ke
  gh ma in pk bd cn hk tw jp kr sg my id ph th vn au nz ca mx br ar cl co pe uy ve
  europe america americas asia africa oceania australia germany france spain italy poland turkey russia brazil mexico
  canada india china japan korea singapore benelux nordics nordic scandinavia baltics dach iberia emea apac latam mena anz
  cee cis gcc uae amer na
  north south east west central northern southern eastern western midwest northeast northwest southeast southwest
  nord sud sued ost mitte norte sur este oeste centro
  berlin hamburg munich muenchen frankfurt vienna wien zurich zuerich paris lyon london manchester dublin amsterdam
  rotterdam brussels madrid barcelona lisbon lisboa porto rome roma milan milano warsaw warszawa prague praha budapest
  istanbul ankara moscow kiev kyiv stockholm oslo copenhagen helsinki athens dubai cairo lagos nairobi johannesburg
  delhi mumbai bangalore shanghai beijing hongkong tokyo seoul sydney melbourne auckland toronto montreal vancouver
  newyork nyc boston chicago denver seattle sanfrancisco losangeles houston dallas austin miami atlanta texas california
  saopaulo rio bogota lima santiago buenosaires
`
  .trim()
  .split(/\s+/)

export const QUALIFIER_TERMS = [
  ...PLACE_TERMS,
  ...`
  international intl global worldwide world national nacional regional region local
  team teams group grp dept department division unit office offices desk center centre hub hq headquarters branch store
  main primary general public external internal corporate business enterprise consumer private new prod the and und of for
`
    .trim()
    .split(/\s+/),
]
