import * as z from 'zod'
import { readStored } from '../platform/stored-json.ts'
import type { ChainEntry } from './hash-entry.ts'

const text = z.string().nullable()

/** A sealed entry as a line of an archive or of the audit log: its number and hash, and the hashed columns. */
const AuditLine = z.object({
  chain: z.string(),
  number: z.number(),
  hash: z.string(),
  id: z.string(),
  organisation_id: text,
  project_id: text,
  environment: text,
  staff_id: text,
  action: z.string(),
  entity: z.string(),
  entity_id: z.string(),
  before: text,
  after: text,
  request_id: z.string(),
  created: z.string(),
  address: text,
  agent: text,
  session_id: text,
  key_id: text,
})
export type AuditLine = z.infer<typeof AuditLine>

export function toAuditLine(
  entry: ChainEntry,
  sealed: { chain: string; number: number; hash: Buffer },
): AuditLine {
  const { chain, number, hash } = sealed
  return AuditLine.parse({ ...entry, chain, number, hash: hash.toString('hex') })
}

/** Throws for a text that is not an audit line. */
export function readAuditLine(line: string): AuditLine {
  return readStored(AuditLine, line, 'audit line')
}
