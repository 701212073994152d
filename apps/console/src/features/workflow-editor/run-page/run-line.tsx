import { BaseEdge, type EdgeProps, getBezierPath } from '@xyflow/react'
import { memo } from 'react'

/** A read-only edge. */
export const RunLine = memo(function RunLine(props: EdgeProps) {
  const [path] = getBezierPath(props)
  return <BaseEdge path={path} interactionWidth={0} />
})
