import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fillSlots, followRows, NO_ROWS, type RowContent, type Slots } from './row-slots.ts'

const COLUMNS = ['c']

function wish(from: number, to: number, base = 0): Map<number, RowContent> {
  const places = Array.from({ length: to - from }, (_, at) => from + at)
  return new Map(
    places.map((index) => [index - base, { index, row: `row ${index}`, columns: COLUMNS }]),
  )
}

function indexes(slots: Slots<RowContent>): number[] {
  return [...slots.values()].map(({ index }) => index)
}

describe('followRows', () => {
  it.each([
    ['keeps the elements of rows that stay in view', [0, 10], [4, 14], 0],
    ['recycles the elements after a jump down', [0, 10], [100, 110], 100],
    ['recycles the elements after a jump up', [100, 110], [20, 30], -80],
    ['treats the next page as a jump', [0, 10], [10, 20], 10],
  ] as const)('%s', (_, [from, to], [nextFrom, nextTo], base) => {
    const now = followRows(
      { ...followRows(NO_ROWS, { from, to }), base: 0 },
      { from: nextFrom, to: nextTo },
    )
    expect(now).toEqual({ from: nextFrom, to: nextTo, base })
  })
})

describe('fillSlots', () => {
  const inView = { from: 102, to: 106 }

  it('updates a few rows at once', () => {
    const { slots, isWhole } = fillSlots(wish(0, 4), { slots: wish(0, 6), inView, max: 2 })
    expect({ shown: indexes(slots), isWhole }).toEqual({ shown: [0, 1, 2, 3, 4, 5], isWhole: true })
  })

  it('updates visible rows first, in row order, and rows out of view later', () => {
    const next = fillSlots(wish(0, 8), { slots: wish(100, 108, 100), inView, max: 4 })
    expect(next.isWhole).toBe(false)
    expect(indexes(next.slots)).toEqual([0, 1, 102, 103, 104, 105, 6, 7])
  })

  it('keeps the old content of a row until its update', () => {
    const before = wish(102, 104)
    const after = new Map(
      [...before].map(([slot, content]) => [slot, { ...content, row: `new ${content.index}` }]),
    )
    const { slots } = fillSlots(before, { slots: after, inView, max: 1 })
    expect([...slots.values()].map(({ row }) => row)).toEqual(['new 102', 'row 103'])
  })

  it('shows no row twice and eventually every row, for any scroll sequence', () => {
    const place = fc.record({ from: fc.nat(60), length: fc.integer({ min: 1, max: 12 }) })
    fc.assert(
      fc.property(
        fc.array(place, { minLength: 1 }),
        fc.integer({ min: 1, max: 5 }),
        (places, max) => {
          let followed = NO_ROWS
          let drawn: Slots<RowContent> = new Map()
          for (const { from, length } of places) {
            followed = followRows(followed, { from, to: from + length })
            const slots = wish(from, from + length, followed.base)
            drawn = fillSlots(drawn, { slots, inView: followed, max }).slots
            const shown = indexes(drawn)
            expect(new Set(shown).size).toBe(shown.length)
          }
          const last = wish(followed.from, followed.to, followed.base)
          const goes = Math.ceil(last.size / max)
          for (let go = 0; go < goes; go += 1) {
            drawn = fillSlots(drawn, { slots: last, inView: followed, max }).slots
          }
          expect([...drawn]).toEqual([...last])
        },
      ),
    )
  })
})
