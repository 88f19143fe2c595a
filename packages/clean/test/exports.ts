// Exports in the formats of common marketing programs: their headers, separators, line ends and quirks, with invented
// people.
import { encodeText } from '@mailsift/intake/text'

export type Export = {
  name: string
  bytes: Uint8Array /** The email columns that a person would tick. */
  columns: string[]
}

type Shape = {
  columns: string[]
  lines: string[]
  lineEnd?: string
  bom?: boolean
  encoding?: 'utf-8' | 'utf-16le' | 'windows-1252'
}

const SHAPES: Record<string, Shape> = {
  'hubspot-contacts': {
    columns: ['Email'],
    bom: true,
    lines: [
      '"Record ID","First Name","Last Name","Email","Phone Number","Contact owner","Lead Status","Create Date","Associated Company"',
      '"10251","Ann","Lee","Ann Lee <ann.lee@contoso.com>","+1 202-555-0101","Sam Hill (sam@contoso.com)","OPEN","2024-03-01 10:15","Contoso, Ltd."',
      '"10252","Bob","Miller","bob.miller@gmial.com","=cmd|\'/C calc\'!A0","","NEW","2024-03-02 09:00","Fabrikam"',
      '"10253","","","","","","","2024-03-03 09:00",""',
    ],
  },
  'hubspot-two-emails': {
    columns: ['Email', 'Additional email addresses'],
    lines: [
      'Email,First Name,Additional email addresses',
      'not-an-address,Ann,ann.lee@contoso.com;ann@fabrikam.com',
      'bob.miller@contoso.com,Bob,',
      ',Cy,cy.fox@contoso.com',
    ],
  },
  'linkedin-connections': {
    columns: ['Email Address'],
    lines: [
      'Notes:',
      '"When exporting your connection data, you may notice that some of the email addresses are missing."',
      '',
      'First Name,Last Name,URL,Email Address,Company,Position,Connected On',
      'Ann,Lee,https://www.linkedin.com/in/annlee,,Contoso,"Head of Sales, EMEA",03 Mar 2024',
      'Bob,Miller,https://www.linkedin.com/in/bob,bob.miller@contoso.com,Fabrikam,CTO,04 Mar 2024',
    ],
  },
  'google-contacts': {
    columns: ['E-mail 1 - Value', 'E-mail 2 - Value'],
    lines: [
      'First Name,Middle Name,Last Name,Organization Name,E-mail 1 - Label,E-mail 1 - Value,E-mail 2 - Label,E-mail 2 - Value,Phone 1 - Value,Labels',
      'Ann,,Lee,Contoso,* Work,ann.lee@contoso.com,Home,ann.lee.home@gmail.com ::: ann@fabrikam.com,+49 30 123456,* myContacts',
      'Bob,,Miller,,,,Home,bob.miller@contoso.com,,* myContacts',
    ],
  },
  'google-workspace-users': {
    columns: ['Email Address [Required]'],
    lines: [
      'First Name [Required],Last Name [Required],Email Address [Required],Status [READ ONLY],Last Sign In [READ ONLY]',
      'Ann,Lee,ann.lee@contoso.com,Active,2024/03/01 10:00:00',
      'Bob,Miller,bob.miller@contoso.com ,Suspended,Never logged in',
    ],
  },
  'outlook-contacts': {
    columns: ['E-mail Address', 'E-mail 2 Address'],
    lineEnd: '\r\n',
    encoding: 'windows-1252',
    lines: [
      '"Title","First Name","Last Name","Company","Business Street","E-mail Address","E-mail Display Name","E-mail 2 Address","Notes"',
      '"","Zoë","Müller","Contoso","Hauptstraße 1","zoe.mueller@contoso.com","Zoë Müller","","first line\r\nsecond line"',
      '"Dr.","Bob","Miller","","","SMTP:bob.miller@contoso.com","Bob","bob@fabrikam.com",""',
    ],
  },
  'outlook-german': {
    columns: ['E-Mail-Adresse'],
    lineEnd: '\r\n',
    encoding: 'windows-1252',
    lines: [
      'Vorname;Nachname;Firma;E-Mail-Adresse;Umsatz',
      'Jürgen;Groß;Contoso;jürgen.gross@contoso.com;1.234,50',
      'Ann;Lee;"A;B";ann.lee@contoso.com;-12,00',
    ],
  },
  'mailchimp-audience': {
    columns: ['Email Address'],
    lines: [
      'Email Address,First Name,Last Name,Address,MEMBER_RATING,OPTIN_TIME,OPTIN_IP,LEID,EUID,NOTES,TAGS',
      'ann.lee@contoso.com,Ann,Lee,"1 Main St  Springfield, IL 62701",2,"2024-03-01 10:15:00",,00123,a1b2c3,,"""Newsletter"",""VIP"""',
      'ANN.LEE@contoso.com,Ann,,,5,"2024-03-02 10:15:00",,00124,a1b2c4,,',
    ],
  },
  'salesforce-report': {
    columns: ['Email'],
    lines: [
      '"Contact ID","First Name","Last Name","Email","Secondary_Email__c","Email Opt Out","Amount"',
      '"0035e00000AbCdE","Ann","Lee","ann.lee@contoso.com","me@fabrikam.com","0","1200.50"',
      '"0035e00000AbCdF","Bob","Miller","mailto:bob.miller@contoso.com","","1",""',
      '',
      '"Confidential Information - Do Not Distribute"',
    ],
  },
  'shopify-customers': {
    columns: ['Email'],
    lines: [
      'Customer ID,First Name,Last Name,Email,Accepts Email Marketing,Default Address Zip,Phone,Total Spent,Tags',
      "'7012345678901,Ann,Lee,ann.lee@contoso.com,yes,'01234,'+12025550101,120.00,\"vip, newsletter\"",
      "'7012345678902,Bob,Miller,BOB.Miller@Contoso.com,no,,,0.00,",
    ],
  },
  'woocommerce-orders': {
    columns: ['Email (Billing)'],
    lines: [
      'Order Number,Order Date,Email (Billing),Phone (Billing),Order Total Amount',
      '1001,2024-03-01 10:15,ann.lee@contoso.com.,0301234567,12.50',
      '1002,2024-03-02 10:15,"bob.miller @ contoso.com",,7.00',
    ],
  },
  'stripe-customers': {
    columns: ['Email'],
    lines: [
      'id,Description,Email,Name,Created (UTC),Delinquent,Card ID',
      'cus_A1,,ann.lee@contoso.com,Ann Lee,2024-03-01 10:15,false,',
      'cus_B2,"-2+3",bob.miller@contoso.con,Bob,2024-03-02 10:15,true,card_1',
    ],
  },
  'pipedrive-people': {
    columns: ['Person - Email - Work', 'Person - Email - Home'],
    lines: [
      'Person - Name,Person - Email - Work,Person - Email - Home,Person - Phone - Work',
      'Ann Lee,,ann.lee@contoso.com,',
      'Bob Miller,bob.miller@contoso.com,"bob@fabrikam.com, bob2@fabrikam.com",+1 5',
    ],
  },
  'zoho-leads': {
    columns: ['Email'],
    lines: [
      'Record Id,Lead Owner,First Name,Last Name,Email,Secondary Email,Lead Source',
      'zcrm_1,Sam,Ann,Lee,[ann.lee@contoso.com],,Web',
      'zcrm_2,Sam,Bob,Miller,bob.miller(at)contoso.com,,',
    ],
  },
  'eventbrite-attendees': {
    columns: ['Email'],
    lines: [
      'Order no.,Order Date,First Name,Surname,Email,Quantity,Ticket Type',
      '5501,"Mar 1, 2024",Ann,Lee,ann.lee@contoso.com,1,Early bird',
      '5502,"Mar 2, 2024",Bob,Miller,Info Requested,1,Regular',
    ],
  },
  'typeform-responses': {
    columns: ['What is your email?'],
    lines: [
      '#,What is your name?,What is your email?,Start Date (UTC),Network ID',
      'q1,"Ann ""Annie"" Lee",ann.lee@contoso.com,2024-03-01 10:15:00,ab12',
      'q2,Bob,\u200bbob.miller@contoso.com,2024-03-02 10:15:00,cd34',
    ],
  },
  'brevo-contacts': {
    columns: ['EMAIL'],
    bom: true,
    lines: [
      'CONTACT ID;EMAIL;PRENOM;NOM;SMS;ADDED_TIME',
      '1;ann.lee@contoso.com;Ann;Lee;33612345678;01-03-2024 10:15:00',
      '2;"bob.miller@contoso.com, bob@fabrikam.com";Bob;Miller;;02-03-2024 10:15:00',
    ],
  },
  'klaviyo-profiles': {
    columns: ['Email'],
    lines: [
      'Klaviyo ID,Email,First Name,Phone Number,Last Open,Email Marketing Consent',
      '01HX,ann.lee@contoso.com,Ann,+12025550101,2024-03-01T10:15:00+00:00,SUBSCRIBED',
      '01HY,,Bob,+12025550102,,NEVER_SUBSCRIBED',
    ],
  },
  'facebook-leads': {
    columns: ['email'],
    encoding: 'utf-16le',
    bom: true,
    lines: [
      'id\tcreated_time\tad_id\tform_name\temail\tfull_name\tphone_number',
      'l:1\t2024-03-01T10:15:00+01:00\tag:9\tSpring\tann.lee@contoso.com\tAnn Lee\tp:+491511234567',
      'l:2\t2024-03-02T10:15:00+01:00\tag:9\tSpring\tbob.miller@hotmial.com\tBob\tp:+491511234568',
    ],
  },
  'wordpress-users': {
    columns: ['user_email'],
    lines: [
      'ID,user_login,user_email,display_name,user_registered,roles',
      '1,ann,ann.lee@contoso.com,Ann,2024-03-01 10:15:00,subscriber',
      '2,bob,bob.miller@contoso.com,"@SUM(1+1)",2024-03-02 10:15:00,subscriber,extra',
      '3,cy,cy.fox@contoso.com',
    ],
  },
}

export const EXPORTS: Export[] = Object.entries(SHAPES).map(([name, shape]) => {
  const { columns, lines, lineEnd = '\n', bom = false, encoding = 'utf-8' } = shape
  const text = `${bom ? '\ufeff' : ''}${lines.join(lineEnd)}${lineEnd}`
  return { name, columns, bytes: encodeText(text, encoding) }
})
