import { expect, test } from 'vitest'
import { Batcher } from './batcher.ts'

/** Work that the test completes by hand. */
function heldWork() {
  const batches: {
    items: readonly number[]
    done: () => void
    failed: (error: unknown) => void
  }[] = []
  const work = (items: readonly number[]) =>
    new Promise<readonly string[]>((resolve, reject) => {
      batches.push({ items, done: () => resolve(items.map(String)), failed: reject })
    })
  return { batches, work }
}
const settled = () => new Promise((resolve) => setImmediate(resolve))

test('batches items that arrive during earlier work, in order', async () => {
  const { batches, work } = heldWork()
  const together = new Batcher({ work, maxItems: 3 })
  const first = together.add(1)
  await settled()
  const others = [2, 3, 4, 5].map((item) => together.add(item))
  for (const size of [1, 3, 1]) {
    expect(batches.at(-1)?.items).toHaveLength(size)
    batches.at(-1)?.done()
    await settled()
  }
  expect(await Promise.all([first, ...others])).toEqual(['1', '2', '3', '4', '5'])
})

test('a large item is processed alone, and every item is processed', async () => {
  const sizes: number[] = []
  const together = new Batcher({
    maxItems: 10,
    maxSize: 5,
    sizeOf: (item: number) => item,
    work: async (items) => {
      sizes.push(items.length)
      return items
    },
  })
  expect(await Promise.all([9, 2, 2, 2, 9].map((item) => together.add(item)))).toEqual([
    9, 2, 2, 2, 9,
  ])
  expect(sizes).toEqual([1, 2, 1, 1])
})

test.each([
  ['a constraint violation fails only its own item', '23505', ['done', 'failed', 'done']],
  ['an unreachable database fails all items', '57P01', ['failed', 'failed', 'failed']],
])('%s', async (_name, code, outcomes) => {
  const together = new Batcher({
    maxItems: 10,
    work: async (items: readonly number[]) => {
      if (items.includes(2)) throw Object.assign(new Error('no'), { code })
      return items
    },
  })
  const all = await Promise.allSettled([1, 2, 3].map((item) => together.add(item)))
  expect(all.map(({ status }) => (status === 'fulfilled' ? 'done' : 'failed'))).toEqual(outcomes)
})
