import { createHash } from 'node:crypto'

/** The hashed columns of an audit entry, as texts. */
export interface ChainEntry extends Record<string, unknown> {
  id: string
  organisation_id: string | null
  project_id: string | null
  environment: string | null
  staff_id: string | null
  action: string
  entity: string
  entity_id: string
  before: string | null
  after: string | null
  request_id: string
  created: string
  /** Where the call came from; all null in entries of tasks, of commands and of earlier builds. */
  address: string | null
  agent: string | null
  session_id: string | null
  key_id: string | null
}

/** The previous hash of a chain's first entry. */
export const CHAIN_START: Buffer = Buffer.alloc(32)

/** Hashes an entry together with its number and the hash of the previous entry. */
export function hashEntry(entry: ChainEntry, place: { number: number; previous: Buffer }): Buffer {
  const from = [entry.address, entry.agent, entry.session_id, entry.key_id]
  const canonical = JSON.stringify([
    place.number,
    entry.id,
    entry.organisation_id,
    entry.project_id,
    entry.environment,
    entry.staff_id,
    entry.action,
    entry.entity,
    entry.entity_id,
    entry.before,
    entry.after,
    entry.request_id,
    entry.created,
    // Entries of earlier builds were hashed without these.
    ...(from.some((value) => value !== null) ? from : []),
  ])
  return createHash('sha256').update(place.previous).update(canonical).digest()
}
