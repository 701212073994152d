import type { Logger } from 'pino'
import { type KeptTokens, openKeptTokens } from '../cache/kept-tokens.ts'
import type { Database } from '../platform/database.ts'
import { findKeyBearers, KEY_ENDED_CHANNEL, type KeyBearer } from './api-key-store.ts'

/** Which keys secrets stand for. */
export type ApiKeys = KeptTokens<KeyBearer>

const unlessOver = (key: KeyBearer | undefined): KeyBearer | undefined =>
  key?.expiresAt && key.expiresAt.getTime() <= Date.now() ? undefined : key

/** Opens the look-up of keys; one that runs out while it is kept is not found any more. */
export async function openApiKeys(options: {
  db: Database
  url: string
  log: Logger
}): Promise<ApiKeys> {
  const read = (tokenHashes: readonly Buffer[]) => findKeyBearers(options.db, tokenHashes)
  const kept = await openKeptTokens({ ...options, channel: KEY_ENDED_CHANNEL, read })
  return {
    ...kept,
    find: async (tokenHash) => unlessOver(await kept.find(tokenHash)),
    peek: (hash) => unlessOver(kept.peek(hash)),
  }
}
