import { expect, test } from 'vitest'
import { openMetrics } from './metrics.ts'

const logged: unknown[][] = []
const log = { warn: (...args: unknown[]) => void logged.push(args) }

const linesOf = async (metrics: { print(): Promise<string> }, name: string) =>
  (await metrics.print()).split('\n').filter((line) => line.startsWith(name))

test('a label value that was not declared is recorded as other', async () => {
  const metrics = await openMetrics(log as never)
  const count = metrics.counter({
    name: 'things_total',
    help: 'Things.',
    labels: { kind: ['a', 'b'] },
  })
  count({ kind: 'a' })
  count({ kind: 'prj_01' }, 2)
  count({ kind: 'prj_02' })
  expect(await linesOf(metrics, 'plinth_things_total')).toEqual([
    'plinth_things_total{kind="a"} 1',
    'plinth_things_total{kind="b"} 0',
    'plinth_things_total{kind="other"} 3',
  ])
})

test('a figure that cannot be read is left out, and the others are shown', async () => {
  const metrics = await openMetrics(log as never)
  let isAway = false
  const read = async () => {
    if (isAway) throw new Error('away')
    return [{ labels: {}, value: 7 }]
  }
  metrics.gauge({ name: 'size', help: 'Size.', labels: {} }, read)
  metrics.gauge({ name: 'other_size', help: 'Size.', labels: {} }, () => [{ labels: {}, value: 1 }])
  expect(await linesOf(metrics, 'plinth_size')).toEqual(['plinth_size 7'])
  isAway = true
  expect(await linesOf(metrics, 'plinth_size')).toEqual([])
  expect(await linesOf(metrics, 'plinth_other_size')).toEqual(['plinth_other_size 1'])
  expect(logged.at(-1)).toMatchObject([{ metric: 'plinth_size' }, expect.any(String)])
  isAway = false
  expect(await linesOf(metrics, 'plinth_size')).toEqual(['plinth_size 7'])
})

test('shows the lookups of caches, which count them themselves', async () => {
  const metrics = await openMetrics(log as never)
  const counts = { hits: 0, misses: 0 }
  metrics.addCache('environment', counts)
  counts.hits += 3
  expect(await linesOf(metrics, 'plinth_cache_lookups_total')).toEqual([
    'plinth_cache_lookups_total{cache="environment",result="hit"} 3',
    'plinth_cache_lookups_total{cache="environment",result="miss"} 0',
  ])
})
