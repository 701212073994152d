import { createHash } from 'node:crypto'
import { addAudit } from '../../audit/audit-store.ts'
import type { Database } from '../../platform/database.ts'
import {
  findStoredAnswer,
  type IdempotencyKey,
  lockIdempotencyKey,
  type StoredAnswer,
  storeAnswer,
} from '../../platform/idempotency-store.ts'
import type { Caller, Mutate } from '../calls/call.ts'
import { principalOf } from '../calls/principal-of.ts'
import { Refusal } from '../errors/refusal.ts'

const KEY = /^[\x21-\x7e]{1,255}$/

export interface Mutation {
  caller: Caller
  requestId: string
  endpoint: string
  /** Everything that makes this request what it is, for telling a repeat from another request. */
  content: string
  key: string | undefined
  ip: string
  status: number
}

function idempotencyKey(mutation: Mutation): IdempotencyKey | undefined {
  const { caller, key, content, endpoint, ip } = mutation
  if (key === undefined) return undefined
  if (!KEY.test(key)) throw new Refusal('bad_request', 'Idempotency-Key is not valid.')
  return {
    principal: principalOf({ caller, key, content: `${endpoint}\n${content}`, ip }),
    key,
    endpoint,
    bodyHash: createHash('sha256').update(content).digest(),
  }
}

function answerOf(stored: StoredAnswer, key: IdempotencyKey): string {
  if (stored.endpoint !== key.endpoint || !stored.bodyHash.equals(key.bodyHash)) {
    throw new Refusal('invalid', 'This Idempotency-Key was used for another request.')
  }
  return stored.answer
}

/**
 * The answer a repeated request had the first time, also when the caller may not ask again: a delete that
 * was acknowledged stays acknowledged although its object is gone.
 */
export async function findRepeated(db: Database, mutation: Mutation): Promise<string | undefined> {
  const key = idempotencyKey(mutation)
  const stored = key && (await findStoredAnswer(db, key))
  return key && stored ? answerOf(stored, key) : undefined
}

/** The one way to change the platform: effect, audit row and stored answer commit together. */
export function mutateWith(db: Database, mutation: Mutation): Mutate {
  return (effect) =>
    db.transaction(async (transaction) => {
      const key = idempotencyKey(mutation)
      if (key) {
        if (!(await lockIdempotencyKey(transaction, key))) {
          throw new Refusal('conflict', 'A request with this Idempotency-Key is still under way.')
        }
        const stored = await findStoredAnswer(transaction, key)
        if (stored) {
          return JSON.parse(answerOf(stored, key))
        }
      }
      const { answer, audit } = await effect(transaction)
      const { caller } = mutation
      await addAudit(transaction, {
        author: {
          organisationId: caller.kind === 'staff' ? caller.staff.organisationId : null,
          staffId: caller.kind === 'staff' ? caller.staff.id : null,
          requestId: mutation.requestId,
        },
        entry: audit,
      })
      if (key) {
        await storeAnswer(transaction, {
          key,
          status: mutation.status,
          answer: JSON.stringify(answer),
        })
      }
      return answer
    })
}
