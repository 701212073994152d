import { dictionary } from '@zxcvbn-ts/language-common'
import { invalid } from '../../foundation/http/errors/api-error.ts'

/** The most common leaked passwords, in lower case. */
const known: ReadonlySet<string> = new Set(dictionary['passwords-common'])

interface Chosen {
  password: string
  /** The account's email, if known: attackers try it first. */
  email: string | undefined
}

/** Why a password is too easy to guess; undefined if it is not. */
export function findKnownPassword({ password, email }: Chosen): string | undefined {
  const plain = password.trim().toLowerCase()
  if (known.has(plain)) {
    return 'This password is on lists of known passwords. Choose another one.'
  }
  const address = email?.trim().toLowerCase() ?? ''
  if (address !== '' && (plain === address || plain === address.split('@')[0])) {
    return 'This password is the email address or a part of it. Choose another one.'
  }
  return undefined
}

/** Throws 422 for a new password that is a known one or the account's own email. */
export function refuseKnownPassword(chosen: Chosen): void {
  const message = findKnownPassword(chosen)
  if (message !== undefined) throw invalid([{ path: 'password', message }])
}
