import type { Logger } from 'pino'
import { type KeptTokens, openKeptTokens } from '../cache/kept-tokens.ts'
import type { Database } from '../platform/database.ts'
import { type AppUser, ENDED_CHANNEL, findAppSessions } from './app-session-store.ts'

/** Who app users' tokens name. */
export type AppSessions = KeptTokens<AppUser>

/** Opens the look-up of app users' tokens. */
export function openAppSessions(options: {
  db: Database
  url: string
  log: Logger
}): Promise<AppSessions> {
  const read = (tokenHashes: readonly Buffer[]) => findAppSessions(options.db, tokenHashes)
  return openKeptTokens({ ...options, channel: ENDED_CHANNEL, read })
}
