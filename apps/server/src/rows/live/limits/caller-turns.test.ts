import { expect, test } from 'vitest'
import { CallerTurns } from './caller-turns.ts'
import { LivePlaces } from './live-places.ts'

test('a caller has one read at a time, others go on, and one that waits too long is refused', async () => {
  const turns = new CallerTurns()
  const order: string[] = []
  const first = Promise.withResolvers<void>()
  const own = turns.run('192.0.2.0', 1_000, async () => {
    await first.promise
    order.push('first')
  })
  expect(await turns.run('192.0.2.0', 5, async () => void order.push('late'))).toBe(false)
  expect(await turns.run('198.51.100.0', 5, async () => void order.push('other'))).toBe(true)
  const second = turns.run('192.0.2.0', 10_000, async () => void order.push('second'))
  first.resolve()
  expect(await Promise.all([own, second])).toEqual([true, true])
  expect(order).toEqual(['other', 'first', 'second'])
})

test('a failed read ends its turn', async () => {
  const turns = new CallerTurns()
  const failing = turns.run('a', 1_000, () => Promise.reject(new Error('failed')))
  await expect(failing).rejects.toThrow('failed')
  expect(await turns.run('a', 5, async () => undefined)).toBe(true)
})

test('limits the streams of guests of a network over all environments', () => {
  const places = new LivePlaces({ connections: 2_000, perEnvironment: 500, perProject: 500 })
  const take = (at: number, ip = '192.0.2.1') =>
    places.take({ projectId: `p${at}`, environmentId: `e${at}`, caller: { kind: 'guest' }, ip })
  for (let count = 0; count < 100; count += 1) for (const at of [1, 2]) take(at)
  expect(() => take(1)).toThrow('Too many streams are open')
  const releases = Array.from({ length: 100 }, (_, at) => take(at + 3))
  expect(() => take(200)).toThrow('in all projects together')
  take(200, '198.51.100.1')
  releases[0]?.()
  take(200)
  expect(() => take(201)).toThrow('in all projects together')
})
