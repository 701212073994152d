import { type EdgeProps, getBezierPath } from '@xyflow/react'
import { NODE_HEIGHT, ROW_STEP } from '../graph/graph.ts'

type Ends = Pick<
  EdgeProps,
  'sourceX' | 'sourceY' | 'sourcePosition' | 'targetX' | 'targetY' | 'targetPosition'
>
type Point = readonly [x: number, y: number]

/** How far a line to the next row leaves a card before it turns: beyond the card's '+' button. */
const TURN = 46
const LANE_STEP = 8
/** The next column of cards begins beyond this many lanes. */
const MAX_LANE = 3
const TURN_BACK = 30
const CORNER = 14
/** From the middle of a card to the gap above it, where no result box of the row before is. */
const ABOVE_TARGET = NODE_HEIGHT / 2 + 30

const between = ([x, y]: Point, [toX, toY]: Point) => Math.hypot(toX - x, toY - y)

/** The point that is so far from one point on the way to another. */
function towards(from: Point, to: Point, distance: number): Point {
  const part = distance / (between(from, to) || 1)
  return [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part]
}

/** A path of straight lines with rounded corners. */
function roundedPath(points: readonly Point[]): string {
  return points.reduce((path, point, at) => {
    const [before, after] = [points[at - 1], points[at + 1]]
    if (!before) return `M${point}`
    if (!after) return `${path} L${point}`
    const radius = Math.min(CORNER, between(before, point) / 2, between(point, after) / 2)
    return `${path} L${towards(point, before, radius)} Q${point} ${towards(point, after, radius)}`
  }, '')
}

/**
 * Path of a connection and its middle. A line to a card further left, such as the first card of the
 * next row, runs between the rows. `lane` is the position of the output among those of its node:
 * their lines run beside each other.
 */
export function connectionPath(props: Ends, lane: number): [path: string, x: number, y: number] {
  const { sourceX, sourceY, sourcePosition, targetX, targetY, targetPosition } = props
  if (targetX >= sourceX) {
    const ends = { sourceX, sourceY, sourcePosition, targetX, targetY, targetPosition }
    const [path, x, y] = getBezierPath(ends)
    return [path, x, y]
  }
  const right = sourceX + TURN + Math.min(lane, MAX_LANE) * LANE_STEP
  const left = targetX - TURN_BACK
  const hasResults = targetY - sourceY >= ROW_STEP
  const middle = hasResults ? targetY - ABOVE_TARGET : (sourceY + targetY) / 2
  const path = roundedPath([
    [sourceX, sourceY],
    [right, sourceY],
    [right, middle],
    [left, middle],
    [left, targetY],
    [targetX, targetY],
  ])
  return [path, (left + right) / 2, middle]
}
