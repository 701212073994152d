export interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

interface Surroundings {
  size: { width: number; height: number }
  screen: { width: number; height: number }
  /** What must stay usable. */
  controls: readonly Box[]
  /** What is better left uncovered: cells, and surfaces too large to keep clear of. */
  content: readonly Box[]
}

const MARGIN = 16
const GAP = 4
const STEP = 8

export function overlapOf(a: Box, b: Box): number {
  const width = Math.min(a.right, b.right) - Math.max(a.left, b.left)
  const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
  return width > 0 && height > 0 ? width * height : 0
}

function widen(box: Box): Box {
  return {
    left: box.left - GAP,
    top: box.top - GAP,
    right: box.right + GAP,
    bottom: box.bottom + GAP,
  }
}

/** Positions from the bottom right corner upwards and to the left, nearest first. */
function candidates({ size, screen }: Surroundings): Box[] {
  const right = screen.width - MARGIN
  const bottom = screen.height - MARGIN
  const boxes: (Box & { distance: number })[] = []
  for (let x = 0; right - x - size.width >= Math.min(MARGIN, right - size.width); x += STEP)
    for (let y = 0; bottom - y - size.height >= Math.min(MARGIN, bottom - size.height); y += STEP)
      boxes.push({
        left: right - x - size.width,
        top: bottom - y - size.height,
        right: right - x,
        bottom: bottom - y,
        distance: x + y,
      })
  return boxes.sort((a, b) => a.distance - b.distance)
}

export interface ToastPlace {
  box: Box
  /** Area of the controls that it covers; 0 if there was a free place. */
  covered: number
}

/**
 * The place nearest to the bottom right corner that covers no control, and no content if that is possible too. Without
 * a free place it is the one that covers the smallest area of controls.
 */
export function placeToast(surroundings: Surroundings): ToastPlace {
  const controls = surroundings.controls.map(widen)
  const boxes = candidates(surroundings)
  const free = boxes.filter((box) => controls.every((control) => overlapOf(box, control) === 0))
  const box =
    free.find((each) => surroundings.content.every((part) => overlapOf(each, part) === 0)) ??
    free[0]
  if (box) return { box, covered: 0 }
  const areas = boxes.map((each) => ({
    box: each,
    covered: controls.reduce((sum, control) => sum + overlapOf(each, control), 0),
  }))
  return areas.reduce((least, each) => (each.covered < least.covered ? each : least))
}
