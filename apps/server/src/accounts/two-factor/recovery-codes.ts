import { createHash, randomInt } from 'node:crypto'

/** Without letters that look like digits. */
const LETTERS = '23456789abcdefghjkmnpqrstuvwxyz'
const GROUPS = 4
const GROUP = 4
const COUNT = 10

function newCode(): string {
  const letter = () => LETTERS[randomInt(LETTERS.length)] ?? ''
  return Array.from({ length: GROUPS }, () => Array.from({ length: GROUP }, letter).join('')).join(
    '-',
  )
}

/** Codes for a lost authenticator; each works once. */
export const newRecoveryCodes = (): string[] => Array.from({ length: COUNT }, newCode)

/** Ignores case, spaces and dashes. */
export function hashRecoveryCode(staffId: string, code: string): Buffer {
  const plain = code.toLowerCase().replace(/[^a-z0-9]/g, '')
  return createHash('sha256').update(`${staffId}\n${plain}`).digest()
}
