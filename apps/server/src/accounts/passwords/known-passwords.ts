import { dictionary } from '@zxcvbn-ts/language-common'
import { invalid } from '../../foundation/http/errors/refusal.ts'

/** The most common of the passwords that became public, in lower case. */
const known: ReadonlySet<string> = new Set(dictionary['passwords-common'])

interface Chosen {
  password: string
  /** The account's address, where it is known: it is the first thing a guesser tries. */
  email: string | undefined
}

/** Why a password is too easily guessed, or nothing. */
export function findKnownPassword({ password, email }: Chosen): string | undefined {
  const plain = password.trim().toLowerCase()
  if (known.has(plain)) {
    return 'This password is on lists of known passwords. Choose another one.'
  }
  const address = email?.trim().toLowerCase() ?? ''
  if (address !== '' && (plain === address || plain === address.split('@')[0])) {
    return 'This password is the e-mail address or a part of it. Choose another one.'
  }
  return undefined
}

/** Refuses a new password that is on lists of known ones, or is the account's own address. */
export function refuseKnownPassword(chosen: Chosen): void {
  const message = findKnownPassword(chosen)
  if (message !== undefined) throw invalid([{ path: 'password', message }])
}
