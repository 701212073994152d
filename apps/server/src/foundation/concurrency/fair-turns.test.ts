import { expect, test } from 'vitest'
import { FairTurns } from './fair-turns.ts'

test('runs the first entries of a turn at once and the others round robin over keys', async () => {
  const turns = new FairTurns()
  const order: string[] = []
  const enter = async (key: string) => {
    const turn = turns.enter(key)
    if (turn) await turn
    order.push(key)
  }
  const all = [...Array.from({ length: 100 }, () => enter('hostile')), enter('quiet')]
  expect(order.slice(0, 6)).toEqual(['hostile', 'hostile', 'hostile', 'hostile', 'quiet'])
  const late = Array.from({ length: 6 }, () => enter('late'))
  await Promise.all([...all, ...late])
  expect(order.lastIndexOf('late')).toBeLessThan(20)
  expect(order).toHaveLength(107)
})

test('starts afresh in the next turn of the event loop', async () => {
  const turns = new FairTurns()
  for (let turn = 0; turn < 3; turn += 1) {
    for (let entry = 0; entry < 4; entry += 1) expect(turns.enter('a')).toBeUndefined()
    await new Promise((resolve) => setImmediate(resolve))
  }
})
