import { type AppSignIn, MAX_SESSION_DAYS, RedirectPage } from '@plinth/contract'
import { appUsersStrings as strings } from './strings.ts'

export interface SignInValues {
  byCode: boolean
  createsAccounts: boolean
  /** One per line. */
  redirects: string
  mailSubject: string
  mailText: string
  sessionDays: string
  /** Empty if passkeys are off. */
  passkeyHost: string
}

export const valuesOfSignIn = (stored: AppSignIn): SignInValues => ({
  byCode: stored.byCode,
  createsAccounts: stored.createsAccounts,
  redirects: stored.redirects.join('\n'),
  mailSubject: stored.mailSubject,
  mailText: stored.mailText,
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
  redirects: linesOf(redirects),
  sessionDays: Number(sessionDays),
  passkeyHost: passkeyHost.trim() || null,
})
