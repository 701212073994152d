import {
  APP_MAIL_FIELDS,
  APP_MAIL_KINDS,
  type AppMailKind,
  type AppMailWords,
  type AppSignIn,
  DEFAULT_APP_MAILS,
  MAX_SESSION_DAYS,
  mailSubjectOf,
  mailTextOf,
  RedirectPage,
} from '@plinth/contract'
import { checkWith } from '../panel/format-issue.ts'
import { appUsersStrings as strings } from './strings.ts'

/** A field with the subject or the text of a mail. */
export type MailField = (typeof APP_MAIL_FIELDS)[AppMailKind][keyof AppMailWords]

/** The fields of the mails; an empty one stands for the default. */
export const MAIL_ENTRIES = APP_MAIL_KINDS.flatMap((kind) =>
  (['subject', 'text'] as const).map((part) => ({
    kind,
    part,
    name: APP_MAIL_FIELDS[kind][part],
    fallback: DEFAULT_APP_MAILS[kind][part],
    check: checkWith(
      strings.mailPart[part],
      part === 'subject' ? mailSubjectOf(kind) : mailTextOf(kind),
    ),
  })),
)

const mailsBy = (textOf: (entry: (typeof MAIL_ENTRIES)[number]) => string) =>
  Object.fromEntries(MAIL_ENTRIES.map((entry) => [entry.name, textOf(entry)])) as Record<
    MailField,
    string
  >

export interface SignInValues extends Record<MailField, string> {
  byCode: boolean
  createsAccounts: boolean
  /** One per line. */
  redirects: string
  sessionDays: string
  /** Empty if passkeys are off. */
  passkeyHost: string
}

export const valuesOfSignIn = (stored: AppSignIn): SignInValues => ({
  byCode: stored.byCode,
  createsAccounts: stored.createsAccounts,
  redirects: stored.redirects.join('\n'),
  ...mailsBy(({ name, fallback }) => (stored[name] === fallback ? '' : stored[name])),
  sessionDays: String(stored.sessionDays),
  passkeyHost: stored.passkeyHost ?? '',
})

const linesOf = (text: string) => text.split(/[\s,]+/).filter((line) => line !== '')

/** True, or a message that names the first wrong line. */
export function checkRedirects(text: string): true | string {
  for (const line of linesOf(text)) {
    const issue = RedirectPage.safeParse(line).error?.issues[0]
    if (issue) return `${line} ${issue.message}.`
  }
  return true
}

export function checkDays(text: string): true | string {
  const days = Number(text)
  const isValid = text.trim() !== '' && Number.isInteger(days)
  return (isValid && days >= 1 && days <= MAX_SESSION_DAYS) || strings.days(MAX_SESSION_DAYS)
}

export const toSignIn = ({ redirects, sessionDays, passkeyHost, ...values }: SignInValues) => ({
  ...values,
  ...mailsBy(({ name, fallback }) => values[name].trim() || fallback),
  redirects: linesOf(redirects),
  sessionDays: Number(sessionDays),
  passkeyHost: passkeyHost.trim() || null,
})
