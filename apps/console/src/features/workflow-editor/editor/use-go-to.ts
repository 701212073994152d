import { useReactFlow } from '@xyflow/react'
import { useCallback } from 'react'
import type { Editor } from './create-editor.ts'
import { selectOnly } from './selection.ts'

const MOVE_MS = 150
const MAX_ZOOM = 0.9

/** Selects a node and brings it into view. */
export function useGoTo(editor: Editor): (nodeId: string) => void {
  const flow = useReactFlow()
  return useCallback(
    (nodeId) => {
      editor.select(selectOnly(nodeId))
      flow.fitView({ nodes: [{ id: nodeId }], maxZoom: MAX_ZOOM, duration: MOVE_MS })
    },
    [editor, flow],
  )
}
