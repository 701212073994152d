import { BaseEdge, type EdgeProps } from '@xyflow/react'
import { memo } from 'react'
import type { LineData } from '../canvas/connection-line.tsx'
import { connectionPath } from '../canvas/connection-path.ts'

/** A read-only edge. */
export const RunLine = memo(function RunLine(props: EdgeProps) {
  const [path] = connectionPath(props, (props.data as LineData).lane)
  return <BaseEdge path={path} interactionWidth={0} />
})
