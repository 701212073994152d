import { randomBytes } from 'node:crypto'

/** Letters, digits, `-` and `_` only: safe in a URL and in an SQL string. */
export const makePassword = (): string => randomBytes(24).toString('base64url')
