/** Addresses of every kind, at domains that belong to no one or to everyone. */
export const sample = {
  name: 'sample-customers.csv',
  rows: `Name,Company,Email,City
Ada Lovelace,Analytical Engines,ada.lovelace@contoso.com,London
Grace Hopper,Fabrikam,grace.hopper@fabrikam.com,New York
Alan Turing,Northwind,alan.turing@gmial.com,Manchester
Sales team,Contoso,sales@contoso.com,Seattle
Katherine Johnson,Tailspin,katherine.johnson@tailspintoys.com,Hampton
Trial user,,trial.user@mailinator.com,
Edsger Dijkstra,Wingtip,edsger.dijkstra@wingtiptoys.com,Rotterdam
Ada Lovelace,Analytical Engines,Ada.Lovelace@contoso.com,London
Unknown,,xkqzvwpt83@contoso.com,
Radia Perlman,Fabrikam,radia.perlman @ fabrikam.com,Boston
No address,Northwind,,Paris
Wrong address,Northwind,jane.doe@@northwind.com,Berlin
`,
} as const
