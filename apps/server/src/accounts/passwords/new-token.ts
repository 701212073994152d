import { randomBytes } from 'node:crypto'

/** 256 random bits; only their hash is ever stored. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}
