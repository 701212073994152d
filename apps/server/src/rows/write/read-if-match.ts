import { readDate } from '@plinth/expression'
import type { RequestFacts } from '../../foundation/http/calls/call.ts'
import { Refusal } from '../../foundation/http/errors/refusal.ts'

const QUOTED = /^"([0-9TZ:.+-]{1,40})"$/

/** The `updatedOn` that a write is based on, in milliseconds, if it says so. */
export function readIfMatch({ headers }: RequestFacts): number | undefined {
  const header = headers['if-match']
  if (header === undefined || header === '*') return undefined
  const moment = readDate(QUOTED.exec(String(header))?.[1] ?? '')
  if (moment === undefined)
    throw new Refusal('bad_request', 'If-Match must be "<updatedOn>" of the row.')
  return moment
}
