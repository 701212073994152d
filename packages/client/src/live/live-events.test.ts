import { describe, expect, test } from 'vitest'
import { advance, isAfter, type LiveEvent, parseLiveEvent } from './live-events.ts'

test.each([
  ['e.10', 'e.9', true],
  ['e.9', 'e.10', false],
  ['e.10', 'e.10', false],
  ['e.9007199254740993', 'e.9007199254740992', true],
  ['f.1', 'e.10', true],
])('%s is after %s: %s', (position, other, expected) => {
  expect(isAfter(position, other)).toBe(expected)
})

test('reads the position of a heartbeat from its id', () => {
  const event = parseLiveEvent({ event: 'position', id: 'e.7', data: '{}' })
  expect(event).toEqual({ name: 'position', data: { position: 'e.7' } })
})

describe('the request with which a subscription goes on', () => {
  const request = { id: 's1', table: 'notes', filter: 'a = 1', rows: true } as const
  const confirmed = { id: 's1', table: 'notes', filter: 'a = 1', after: 'e.5' }
  const subscribed = (subscription: string, position: string): LiveEvent => ({
    name: 'subscribed',
    data: { subscription, position },
  })
  const change = (subscriptions: string[], position: string): LiveEvent => ({
    name: 'change',
    data: { subscriptions, position, type: 'delete', id: 'r1' },
  })
  const position = (to: string): LiveEvent => ({ name: 'position', data: { position: to } })

  test.each([
    ['asks for no rows once it is confirmed', request, subscribed('s1', 'e.5'), confirmed],
    ['keeps its position when it is resumed', confirmed, subscribed('s1', 'e.9'), confirmed],
    ['ignores the confirmation of another one', request, subscribed('s2', 'e.5'), request],
    [
      'goes on after its own change',
      confirmed,
      change(['s1'], 'e.6'),
      { ...confirmed, after: 'e.6' },
    ],
    ['ignores a change of others', confirmed, change(['s2'], 'e.6'), confirmed],
    ['ignores an older change', confirmed, change(['s1'], 'e.4'), confirmed],
    ['goes on after a heartbeat', confirmed, position('e.8'), { ...confirmed, after: 'e.8' }],
    ['has no position from a heartbeat before it is confirmed', request, position('e.8'), request],
  ])('%s', (_name, before, event, after) => {
    expect(advance(before, event)).toEqual(after)
  })
})
