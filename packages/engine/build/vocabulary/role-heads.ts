/**
 * Words that head a compound and make it a role whatever stands before them: `besucherservice`, `studienbuero`,
 * `visitorcenter`. None of them is how family names end.
 */
export const ROLE_HEADS = `
  service services support helpdesk desk office center centre department committee council secretariat secretary relations
  enquiries inquiries requests bookings reservations billing accounts careers jobs marketing sales management hotline
  library academy foundation association ministry embassy consulate hospital clinic school university institute society
  buero buro stelle team abteilung leitung verwaltung sekretariat zentrum zentrale beauftragter beauftragte beauftragten verband
  verein schule buchhaltung betreuung beratung vertrieb einkauf verkauf vermittlung anmeldung bestellung buchung
  redaktion werkstatt kanzlei praxis apotheke klinik bibliothek archiv stiftung vorstand versand fraktion feuerwehr polizei
  dienst dienste kasse gericht ministerium rathaus gemeinde kirche museum hotel restaurant akademie gymnasium kindergarten
  ventas compras administracion secretaria contabilidad direccion gerencia atencion escuela colegio ayuntamiento municipio
  prefeitura ouvidoria atendimento suporte soporte segreteria ufficio assistenza amministrazione biblioteca universita
  mairie ecole bureau accueil clientele comptabilite biuro szkola urzad klantenservice gemeente balie administratie bibliotheek
  kommune kontor kundtjanst kundeservice styrelsen skola skole bibliotek
`
  .trim()
  .split(/\s+/)
