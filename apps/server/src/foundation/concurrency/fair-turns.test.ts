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
  expect(order).toEqual(['hostile', 'quiet'])
  const late = Array.from({ length: 6 }, () => enter('late'))
  await Promise.all([...all, ...late])
  expect(order.lastIndexOf('late')).toBeLessThan(20)
  expect(order).toHaveLength(107)
})

test('starts afresh in the next turn of the event loop', async () => {
  const turns = new FairTurns()
  for (let turn = 0; turn < 3; turn += 1) {
    expect(turns.enter('a')).toBeUndefined()
    await new Promise((resolve) => setImmediate(resolve))
  }
})

test('resumes one entry in a turn of the event loop', async () => {
  const turns = new FairTurns()
  let done = 0
  const work = async () => {
    const turn = turns.enter('busy')
    if (turn) await turn
    done += 1
  }
  const all = Array.from({ length: 20 }, work)
  const seen: number[] = []
  while (done < 20) {
    await new Promise((resolve) => setImmediate(resolve))
    seen.push(done)
  }
  await Promise.all(all)
  // One at once, then one in each turn.
  expect(seen.length).toBeGreaterThanOrEqual(19)
})
