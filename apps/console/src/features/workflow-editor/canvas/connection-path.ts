import { type EdgeProps, getBezierPath, getSmoothStepPath } from '@xyflow/react'
import { NODE_HEIGHT, ROW_STEP } from '../graph/graph.ts'

type Ends = Pick<
  EdgeProps,
  'sourceX' | 'sourceY' | 'sourcePosition' | 'targetX' | 'targetY' | 'targetPosition'
>

/** How far a line to the next row leaves the cards before it turns. */
const TURN = 30
const CORNER = 14
/** From the middle of a card to the gap above it, where no result box of the row before is. */
const ABOVE_TARGET = NODE_HEIGHT / 2 + 30

/**
 * Path of a connection and its middle. A line to a card further left, such as the first card of the
 * next row, runs between the rows.
 */
export function connectionPath(props: Ends): [path: string, x: number, y: number] {
  const { sourceX, sourceY, sourcePosition, targetX, targetY, targetPosition } = props
  const ends = { sourceX, sourceY, sourcePosition, targetX, targetY, targetPosition }
  const hasResults = targetY - sourceY >= ROW_STEP
  const [path, x, y] =
    targetX >= sourceX
      ? getBezierPath(ends)
      : getSmoothStepPath({
          ...ends,
          offset: TURN,
          borderRadius: CORNER,
          ...(hasResults ? { centerY: targetY - ABOVE_TARGET } : {}),
        })
  return [path, x, y]
}
