import { createHash } from 'node:crypto'
import { addAudit } from '../../audit/audit-store.ts'
import type { Database, Transaction } from '../../platform/database.ts'
import {
  findStoredAnswer,
  type IdempotencyKey,
  lockIdempotencyKey,
  type StoredAnswer,
  storeAnswer,
} from '../../platform/idempotency-store.ts'
import { readJson } from '../../platform/stored-json.ts'
import type { Caller, Effect, Mutate } from '../calls/call.ts'
import { originOf } from '../calls/origin-of.ts'
import { principalOf } from '../calls/principal-of.ts'
import { ApiError } from '../errors/api-error.ts'

const KEY = /^[\x21-\x7e]{1,255}$/

export interface Mutation {
  caller: Caller
  requestId: string
  endpoint: string
  /** Everything that distinguishes this request, to tell a repeat from another request. */
  content: string
  key: string | undefined
  ip: string
  userAgent: string
  status: number
}

function idempotencyKey(mutation: Mutation): IdempotencyKey | undefined {
  const { caller, key, content, endpoint, ip } = mutation
  if (key === undefined) return undefined
  if (!KEY.test(key)) throw new ApiError('bad_request', 'Idempotency-Key is not valid.')
  return {
    principal: principalOf({ caller, key, content: `${endpoint}\n${content}`, ip }),
    key,
    endpoint,
    bodyHash: createHash('sha256').update(content).digest(),
  }
}

function answerOf(stored: StoredAnswer, key: IdempotencyKey): string {
  if (stored.endpoint !== key.endpoint || !stored.bodyHash.equals(key.bodyHash)) {
    throw new ApiError('invalid', 'This Idempotency-Key was used for another request.')
  }
  return stored.answer
}

/**
 * The stored answer of a repeated request, also if the caller has lost access: a repeated delete must succeed although
 * its object no longer exists.
 */
export async function findStoredReply(
  db: Database,
  mutation: Mutation,
): Promise<string | undefined> {
  const key = idempotencyKey(mutation)
  const stored = key && (await findStoredAnswer(db, key))
  return key && stored ? answerOf(stored, key) : undefined
}

/** How endpoints make an audited change: effect, audit row and stored answer commit in one transaction. */
export function mutateWith(db: Database, mutation: Mutation): Mutate {
  return <Answer>(effect: (transaction: Transaction) => Promise<Effect<Answer>>) =>
    db.transaction(async (transaction): Promise<Answer> => {
      const key = idempotencyKey(mutation)
      if (key) {
        if (!(await lockIdempotencyKey(transaction, key))) {
          throw new ApiError('conflict', 'A request with this Idempotency-Key is still under way.')
        }
        const stored = await findStoredAnswer(transaction, key)
        if (stored) {
          // The text was written below for the same endpoint and body, so it has the type of this effect's answer.
          return readJson(answerOf(stored, key)) as Answer
        }
      }
      const { answer, audit } = await effect(transaction)
      const { caller } = mutation
      await addAudit(transaction, {
        author: {
          organisationId: caller.kind === 'staff' ? caller.staff.organisationId : null,
          staffId: caller.kind === 'staff' ? caller.staff.id : null,
          requestId: mutation.requestId,
          from: originOf(caller, mutation),
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
