import { describe, expect, it } from 'vitest'
import { type Box, placeToast } from './place-toast.ts'

const size = { width: 360, height: 60 }
const screen = { width: 1280, height: 720 }
const corner = { left: 904, top: 644, right: 1264, bottom: 704 }

function box(left: number, top: number, width: number, height: number): Box {
  return { left, top, right: left + width, bottom: top + height }
}

const at = (controls: Box[], content: Box[] = [], on = screen) =>
  placeToast({ size, screen: on, controls, content })

describe('the place of a toast', () => {
  it('is the bottom right corner', () => {
    expect(at([])).toMatchObject({ box: corner, covered: 0 })
  })

  it('is above a button in the corner, 4 px away', () => {
    const { box: found, covered } = at([box(1180, 680, 84, 28)])
    expect(covered).toBe(0)
    expect(found.right).toBe(corner.right)
    expect(found.bottom).toBeLessThanOrEqual(676)
    expect(found.bottom).toBeGreaterThan(660)
  })

  it('is to the left of a column of buttons', () => {
    const column = [0, 1, 2, 3, 4, 5, 6, 7].map((n) => box(1200, 90 * n, 64, 60))
    const { box: found, covered } = at(column)
    expect(covered).toBe(0)
    expect(found.right).toBeLessThanOrEqual(1196)
    expect(found.bottom).toBe(corner.bottom)
  })

  it('covers no cells where there is room beside them, and no control rather than no cells', () => {
    const cells = [box(300, 0, 980, 720)]
    expect(
      placeToast({ size: { width: 240, height: 60 }, screen, controls: [], content: cells }),
    ).toMatchObject({ box: { right: 296 }, covered: 0 })
    expect(at([], [box(0, 0, 1280, 720)])).toMatchObject({ box: corner, covered: 0 })
  })

  it('covers the least where everything is a control', () => {
    const full = [box(0, 0, 1280, 600), box(0, 600, 1000, 120)]
    const { box: found, covered } = at(full)
    expect(covered).toBeGreaterThan(0)
    expect(found.right).toBe(corner.right)
  })

  it('fits a page that is smaller than the toast with its margins', () => {
    expect(at([], [], { width: 370, height: 64 }).box).toMatchObject({ right: 354, bottom: 48 })
  })
})
