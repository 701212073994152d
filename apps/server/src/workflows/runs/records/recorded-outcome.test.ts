import type { Outcome } from '@plinth/engine'
import { expect, test } from 'vitest'
import { fromBoth, fromRecord, toJournal, toRecord } from './recorded-outcome.ts'

const LARGE = 'x'.repeat(5 * 1024 * 1024)

/** What a walk is told at every replay, whatever has become of the record meanwhile. */
function replayed(first: Outcome, now: Outcome): Outcome {
  const journaled = toJournal(first)
  if (journaled.status !== 'on-record') return journaled
  const recorded = fromRecord(toRecord(now))
  return journaled.awaiting ? fromBoth(journaled.awaiting, recorded) : recorded
}

const done: Outcome = { status: 'done', value: LARGE }
const wait: Outcome = { status: 'wait', ms: 200, value: LARGE }
const calling: Outcome = { status: 'call', workflow: 'Other', input: LARGE }

test.each<[string, Outcome, Outcome, Outcome]>([
  ['a result', done, done, done],
  ['a wait that is under way', wait, wait, wait],
  ['a wait that is over', wait, done, wait],
  ['a call that is under way', calling, calling, calling],
  ['a call that was answered', calling, done, { ...calling, input: null }],
  [
    'a call that failed',
    calling,
    { status: 'failed', failure: { message: 'No', retry: false } },
    { ...calling, input: null },
  ],
])('too large for the journal, %s is the same at every replay', (_name, first, now, expected) => {
  expect(replayed(first, now)).toEqual(expected)
})

test('what the journal can hold is in it', () => {
  const small: Outcome = { status: 'wait', ms: 1, value: 'small' }
  expect(toJournal(small)).toBe(small)
})
