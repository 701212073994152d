import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { NODE_HEIGHT, NODE_WIDTH } from './graph.ts'
import { layoutGraph, type NodePositions } from './layout-graph.ts'

/** The canvas at a window of 1280 × 800 pixels. */
const SMALL = { width: 753, height: 706 }
const WIDE = { width: 3000, height: 700 }

/** 'ab bc' connects a with b and b with c; a letter alone is a node alone. */
function place(drawn: string, view = SMALL): NodePositions {
  const words = drawn.split(' ')
  const ids = [...new Set(words.flatMap((word) => [...word]))]
  const connections = words
    .filter(({ length }) => length === 2)
    .map((id) => ({ id, source: id[0] ?? '', target: id[1] ?? '' }))
  return layoutGraph({ nodes: ids.map((id) => ({ id, height: NODE_HEIGHT })), connections, view })
}

function rowsOf(places: NodePositions): string[] {
  const rows = Map.groupBy(Object.entries(places), ([, { y }]) => y)
  return [...rows]
    .toSorted(([one], [other]) => one - other)
    .map(([, row]) =>
      row
        .toSorted(([, one], [, other]) => one.x - other.x)
        .map(([id]) => id)
        .join(''),
    )
}

function sizeOf(places: NodePositions) {
  const all = Object.values(places)
  const spread = (values: number[]) => Math.max(...values) - Math.min(...values)
  return {
    width: spread(all.map(({ x }) => x)) + NODE_WIDTH,
    height: spread(all.map(({ y }) => y)) + NODE_HEIGHT,
  }
}

describe('layoutGraph', () => {
  it.each([
    ['one row where there is room', 'ab bc cd de', WIDE, ['abcde']],
    ['rows that wrap where there is not', 'ab bc cd de', SMALL, ['ab', 'cd', 'e']],
    ['workflows below each other', 'ab bc xy yz', WIDE, ['abc', 'xyz']],
    ['nodes without a connection in a row of their own', 'ab p q', SMALL, ['ab', 'pq']],
    ['branches in the order of the connections', 'ab ac', WIDE, ['b', 'a', 'c']],
    ['branches in the other order', 'ac ab', WIDE, ['c', 'a', 'b']],
    ['nothing', '', SMALL, []],
  ])('lays out %s', (_, drawn, view, rows) => {
    expect(rowsOf(place(drawn, view))).toEqual(rows)
  })

  it('shows five nodes at a readable size in a window of 1280 pixels', () => {
    const { width, height } = sizeOf(place('ab bc cd de'))
    expect(Math.min(SMALL.width / width, SMALL.height / height)).toBeGreaterThan(0.9)
  })

  it('snaps to the grid and never overlaps (property)', () => {
    const letters = [...'abcdefghij']
    const pair = fc.tuple(fc.constantFrom(...letters), fc.constantFrom(...letters))
    fc.assert(
      fc.property(fc.array(pair, { minLength: 1, maxLength: 14 }), (pairs) => {
        const drawn = pairs.map(([from, to]) => (from < to ? from + to : from)).join(' ')
        const places = Object.values(place(drawn))
        for (const [at, one] of places.entries()) {
          expect([one.x % 10, one.y % 10]).toEqual([0, 0])
          for (const other of places.slice(at + 1)) {
            const isApart =
              Math.abs(one.x - other.x) >= NODE_WIDTH || Math.abs(one.y - other.y) >= NODE_HEIGHT
            expect(isApart).toBe(true)
          }
        }
      }),
    )
  })
})
