import type { Outcome } from '@plinth/engine'
import { expect, test } from 'vitest'
import { UnreadableRun } from '../../../foundation/durable/run-host.ts'
import { fromBoth, fromRecord, toJournal, toRecord } from './step-record.ts'

const LARGE = 'x'.repeat(5 * 1024 * 1024)

/** What an execution reads at every replay, whatever the record contains by then. */
function replayed(first: Outcome, now: Outcome): Outcome {
  const journaled = toJournal(first)
  if (journaled.status !== 'on-record') return journaled
  const recorded = fromRecord(toRecord(now))
  return journaled.awaiting ? fromBoth(journaled.awaiting, recorded) : recorded
}

const done: Outcome = { status: 'done', value: LARGE }
const wait: Outcome = { status: 'wait', ms: 200, until: 1_200, value: LARGE }
const earlierWait: Outcome = { status: 'wait', ms: 200, value: LARGE }
const calling: Outcome = { status: 'call', workflow: 'Other', input: LARGE }

test.each<[string, Outcome, Outcome, Outcome]>([
  ['a result', done, done, done],
  ['a wait in progress', wait, wait, wait],
  ['a finished wait', wait, done, wait],
  ['a wait of release 0.2.0', earlierWait, earlierWait, earlierWait],
  ['a call in progress', calling, calling, calling],
  ['a finished call', calling, done, { ...calling, input: null }],
  [
    'a call that failed',
    calling,
    { status: 'failed', failure: { message: 'No', retry: false } },
    { ...calling, input: null },
  ],
])(
  'restores %s too large for the journal identically at every replay',
  (_name, first, now, expected) => {
    expect(replayed(first, now)).toEqual(expected)
  },
)

test('stores small outcomes in the journal itself', () => {
  const small: Outcome = { status: 'wait', ms: 1, value: 'small' }
  expect(toJournal(small)).toBe(small)
})

test.each([
  ['outcome that is no JSON', { outcome: '{', output: null }],
  ['status that does not exist', { outcome: '{"status":"lost"}', output: '1' }],
  ['wait without its time', { outcome: '{"status":"wait"}', output: '1' }],
  ['failure without a message', { outcome: '{"status":"failed","failure":{}}', output: null }],
  ['output that is no JSON', { outcome: '{"status":"done"}', output: 'x' }],
  [
    'items that are no list',
    { outcome: '{"status":"items","atOnce":1,"onFailure":"stop"}', output: '{}' },
  ],
])('refuses a recorded %s with a sentence', (_name, recorded) => {
  expect(() => fromRecord(recorded)).toThrow(UnreadableRun)
  expect(() => fromRecord(recorded)).toThrow('The recorded outcome of a step is damaged')
})
