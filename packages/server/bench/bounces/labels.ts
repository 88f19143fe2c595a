// What the mails of collections without reasons of their own say, as a person reads them. Several where a reader may be right with either.
import type { Effect } from './samples.ts'

type Labels = Readonly<Record<string, Effect | readonly Effect[]>>

const all = (effect: Effect | readonly Effect[], names: string): Labels =>
  Object.fromEntries(
    names
      .trim()
      .split(/\s+/)
      .map((name) => [name, effect]),
  )

/** Mailman's set. "Disabled" by Yahoo counts as missing. */
export const FLUFL: Labels = {
  ...all(
    'missing',
    'dsn_10 dsn_12 dsn_14 dsn_16 exim_01 groupwise_01 groupwise_02 microsoft_01 microsoft_02 postfix_01 qmail_03 qmail_04 qmail_05',
  ),
  ...all(
    'missing',
    'sendmail_02 simple_05 simple_06 simple_08 simple_11 simple_12 simple_13 simple_15 simple_19 simple_23 simple_25 simple_26',
  ),
  ...all(
    'missing',
    'simple_27 simple_29 simple_30 simple_33 simple_34 simple_36 simple_38 smtp32_04 smtp32_06 smtp32_07 llnl_01 yahoo_03',
  ),
  ...all('missing', 'yahoo_05 yahoo_06 yahoo_07 yahoo_08 yahoo_09 yahoo_10'),
  ...all(['missing', 'none'], 'bounce_02 dsn_13 simple_37 dsn_15'),
  ...all('domain', 'simple_04'),
  ...all(
    ['full', 'none'],
    'dsn_01 dsn_04 hotpop_01 newmailru_01 postfix_04 qmail_02 qmail_06 qmail_07 simple_07 simple_09 simple_14 yahoo_02 yahoo_04',
  ),
  ...all(
    'none',
    'aol_01 bounce_01 bounce_03 dsn_02 dsn_03 dsn_05 dsn_06 dsn_07 dsn_08 dsn_09 dsn_11 dsn_17 dumbass_01 microsoft_03 netscape_01',
  ),
  ...all(
    'none',
    'postfix_02 postfix_03 postfix_05 qmail_01 sendmail_01 simple_01 simple_02 simple_03 simple_10 simple_16 simple_17 simple_18',
  ),
  ...all(
    'none',
    'simple_20 simple_21 simple_22 simple_24 simple_28 simple_31 simple_32 simple_35 sina_01 smtp32_01 smtp32_02 smtp32_03 smtp32_05 yahoo_01 yale_01',
  ),
}

export const BOUNCE_EMAIL: Labels = {
  ...all(
    'missing',
    'malformed_bounce_01 tt_1234177688 tt_1234210655 tt_1234211357 tt_1234211932 tt_1234241665 tt_1234285532 tt_bounce_05 tt_bounce_07',
  ),
  ...all('missing', 'tt_bounce_17 tt_bounce_22 tt_bounce_23 tt_bounce_24 tt_bounce_25 undeliverable_gmail'),
  ...all('domain', 'tt_1234175799 tt_bounce_01 tt_bounce_02'),
  ...all(['full', 'none'], 'tt_1234211929 tt_1234285668 tt_bounce_13 tt_bounce_14 tt_bounce_16 unknown_code_bounce_01'),
  ...all(
    'none',
    'tt_1234211931 tt_bounce_03 tt_bounce_04 tt_bounce_06 tt_bounce_08 tt_bounce_09 tt_bounce_10 tt_bounce_11 tt_bounce_12_soft tt_bounce_15',
  ),
  ...all('none', 'tt_bounce_18 tt_bounce_19 tt_bounce_20 tt_bounce_21 tt_1234210666 tt_1234211024 tt_1234241664'),
}

/** `44` says "unknown recipient or mailbox full", so it must have no effect. */
export const PHP_BOUNCE_HANDLER: Labels = {
  ...all(
    'missing',
    '1 2 3 5 6 7 8 9 10 11 14 15 16 17 18 19 20 21 22 23 24 25 31 33 35 36 37 39 40 43 45 49 50 52 53 54 55 56 57 58 59',
  ),
  ...all('missing', '5.1.1 exchange1 exchange2 exchange3 4 34 38 42 48 60'),
  ...all(['domain', 'none'], '13'),
  ...all(['full', 'none'], '12 26 28 30 41 47 51 62'),
  ...all(['complaint', 'none'], 'arf2 arf3 arf4 arf5 fbl-aol fbl-comcast fbl-hotmail fbl-yahoo hotmailbounce'),
  ...all('none', '27 29 32 44 46 61 arf1 arf6 testfile unsubscribe'),
}

/** Mail::DeliveryStatus::BounceParser, by the reasons of its own tests; what its tests call a fault of the domain but refuses to relay has no effect. Files without a label have none. */
export const BOUNCE_PARSER: Labels = {
  ...all(
    'missing',
    'aol.unknown att-via-sendmail.unknown badrcptto cam-unknown comcast-via-sendmail.unknown cox-via-sendmail.unknown deactivated-mailbox doesnotexist doesnotexist2',
  ),
  ...all(
    'missing',
    'domino.unknown exchange.unknown generic-postfix-via-sendmail.unknown gmail-via-sendmail.unknown hotmail-via-sendmail.unknown mailbox-unknown me-user-unknown',
  ),
  ...all(
    'missing',
    'msn-via-sendmail.unknown nomailbox non-autoreply novell-with-rhs polish-unknown postfix-smtp-550 qmail.unknown rcpt-dne user-unknown-bad user-unknown-disabled',
  ),
  ...all(
    'missing',
    'user-unknown-dne user-unknown-not-active user-unknown-not user-unknown-polish warning-1 warning-2 warning-3 yahoo-user-unknown yahoo-via-sendmail.unknown',
  ),
  ...all(['none', 'missing'], 'iis-multiple-bounce'),
  ...all('domain', 'no-such-domain postfix-host-unknown sendmail-host-unknown'),
  ...all(['full', 'none'], 'quota quota-2 quota-5 quota-6 quota-7 warning-4 warning-7 warning-8'),
}
