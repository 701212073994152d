import { describe, expect, test, vi } from 'vitest'
import type { Row } from '../protocol/wire-types.ts'
import type { LiveEvent } from './live-events.ts'
import { createSubscription } from './live-subscription.ts'
import type { LiveState, RowChange } from './live-types.ts'

/** A subscription that records its calls in order. */
function record({ withRows = false } = {}) {
  const calls: unknown[] = []
  const one = createSubscription({
    table: 'notes',
    onChange: ({ type, id }: RowChange<Row>) => calls.push(`${type} ${id}`),
    ...(withRows
      ? { onRows: (rows: Row[]) => calls.push(rows.map(({ id }) => id)) }
      : { onReset: () => calls.push('reset') }),
    onState: (state: LiveState) => calls.push(state),
    onError: ({ message }: Error) => calls.push(message),
  })
  const own = () => one.request.id
  const receive = (event: LiveEvent) => one.receive(event)
  return {
    one,
    calls,
    open: () => receive({ name: 'open', data: { connectionId: 'c' } }),
    rows: (...ids: string[]) =>
      receive({ name: 'rows', data: { subscription: own(), rows: ids.map((id) => ({ id })) } }),
    subscribed: (position: string) =>
      receive({ name: 'subscribed', data: { subscription: own(), position } }),
    update: (id: string, position: string, subscription = own()) =>
      receive({
        name: 'change',
        data: { subscriptions: [subscription], type: 'update', id, row: { id }, position },
      }),
    reset: () => receive({ name: 'reset', data: { subscription: own() } }),
    error: (code: 'stale' | 'unavailable') =>
      receive({ name: 'error', data: { subscription: own(), error: { code, message: code } } }),
    end: () =>
      receive({ name: 'end', data: { error: { code: 'unauthenticated', message: 'Ended.' } } }),
  }
}

test('passes the rows on before the changes, the oldest first, and each change once', () => {
  const { calls, rows, subscribed, update } = record({ withRows: true })
  rows('a', 'b')
  rows('c')
  subscribed('e.5')
  update('a', 'e.6')
  update('a', 'e.6')
  update('b', 'e.5')
  update('b', 'e.7', 'another')
  expect(calls).toEqual(['live', ['c', 'b', 'a'], 'update a'])
})

test('forgets the rows of a connection that was lost before it was confirmed', () => {
  const { calls, open, rows, subscribed } = record({ withRows: true })
  open()
  rows('a')
  open()
  rows('a', 'b')
  subscribed('e.5')
  expect(calls).toEqual(['live', ['b', 'a']])
})

test('loads no rows again when it is resumed', () => {
  const { calls, one, open, subscribed, update } = record({ withRows: true })
  subscribed('e.5')
  update('a', 'e.6')
  expect(one.request).toMatchObject({ after: 'e.6' })
  expect(one.request).not.toHaveProperty('rows')
  open()
  subscribed('e.6')
  update('a', 'e.6')
  update('b', 'e.7')
  expect(calls).toEqual(['live', [], 'update a', 'update b'])
})

describe.each([
  { name: 'a reset', act: (it: ReturnType<typeof record>) => it.reset() },
  { name: 'changed rules', act: (it: ReturnType<typeof record>) => it.error('stale') },
])('$name', ({ act }) => {
  test('loads the rows again under a new id', () => {
    const it = record({ withRows: true })
    it.subscribed('e.5')
    const before = it.one.request.id
    expect(act(it)).toBe('again')
    expect(it.one.request).toMatchObject({ rows: true })
    expect(it.one.request).not.toHaveProperty('after')
    expect(it.one.request.id).not.toBe(before)
    it.update('a', 'e.6', before)
    it.rows('b')
    it.subscribed('f.1')
    expect(it.calls).toEqual(['live', [], 'connecting', 'live', ['b']])
  })

  test('tells a subscription without rows to read them again, once they are followed', () => {
    const it = record()
    it.subscribed('e.5')
    act(it)
    it.subscribed('f.1')
    expect(it.calls).toEqual(['live', 'connecting', 'live', 'reset'])
  })
})

test.each([
  { code: 'forbidden', status: 403 },
  { code: 'bad_request', status: 400 },
] as const)('ends with its own error $code', ({ code, status }) => {
  const onError = vi.fn()
  const one = createSubscription({ table: 'notes', onChange: () => {}, onError })
  const error = { code, message: 'No.' }
  const event = { name: 'error', data: { subscription: one.request.id, error } } as const
  expect(one.receive(event)).toBe('over')
  expect(onError).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ name: 'ApiError', message: 'No.', code, status }),
  )
})

test('goes on after its position when a failure of the server may pass', () => {
  const it = record({ withRows: true })
  it.subscribed('e.5')
  const before = it.one.request.id
  expect(it.error('unavailable')).toBe('later')
  expect(it.one.request).toMatchObject({ table: 'notes', after: 'e.5' })
  expect(it.one.request.id).not.toBe(before)
  it.subscribed('e.5')
  it.update('a', 'e.6')
  expect(it.calls).toEqual(['live', [], 'connecting', 'live', 'update a'])
})

test('ends with the right to the stream', () => {
  const it = record()
  it.subscribed('e.5')
  expect(it.end()).toBe('over')
  expect(it.calls).toEqual(['live', 'ended', 'Ended.'])
})

test('goes on after a callback that throws', () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  const seen: string[] = []
  const one = createSubscription({
    table: 'notes',
    onChange: ({ id }) => {
      seen.push(id)
      throw new Error('a bug of the app')
    },
  })
  const change = (id: string, position: string): LiveEvent => ({
    name: 'change',
    data: { subscriptions: [one.request.id], type: 'delete', id, position },
  })
  one.receive(change('a', 'e.1'))
  one.receive(change('b', 'e.2'))
  expect(seen).toEqual(['a', 'b'])
  expect(logged).toHaveBeenCalledTimes(2)
  logged.mockRestore()
})

test('tells that rows may have changed between the last poll and the stream', () => {
  const { calls, one, subscribed } = record()
  one.polled({ rows: [{ id: 'a' }] })
  one.polled({ changes: [{ type: 'leave', id: 'a' }] })
  subscribed('e.5')
  expect(calls).toEqual(['reset', 'leave a', 'live', 'reset'])
})
