import { Position } from '@xyflow/react'
import { describe, expect, it } from 'vitest'
import { connectionPath } from './connection-path.ts'

const ends = { sourcePosition: Position.Right, targetPosition: Position.Left }
const toNextRow = { ...ends, sourceX: 760, sourceY: 60, targetX: 40, targetY: 392 }

describe('connectionPath', () => {
  it('runs between the rows to the start of the next row', () => {
    const [path, x, y] = connectionPath(toNextRow, 0)
    expect(path).toMatch(/^M760,60 L792,60 Q806,60 806,74 /)
    expect(path).toMatch(/L10,378 Q10,392 24,392 L40,392$/)
    expect([x, y]).toEqual([408, 330])
  })

  it.each([
    [0, 806],
    [1, 814],
    [3, 830],
    [9, 830],
  ])('gives output %i a line of its own at %i', (lane, right) => {
    const [path] = connectionPath(toNextRow, lane)
    expect(path).toContain(`Q${right},60 `)
  })

  it('rounds less where the ends are close', () => {
    const [path] = connectionPath({ ...toNextRow, targetY: 72 }, 0)
    expect(path).toContain('Q806,60 806,63 ')
  })

  it('bends to a card on the right', () => {
    const [path] = connectionPath({ ...toNextRow, targetX: 900 }, 1)
    expect(path).toMatch(/^M760,60 C/)
  })
})
