import { BaseEdge, type EdgeProps, getBezierPath } from '@xyflow/react'
import { memo, use, useState } from 'react'
import { useEditorContext } from '../editor/editor-context.tsx'
import { workflowEditorStrings as strings } from '../strings/editor-strings.ts'
import { FarAway } from './far-away.ts'

interface PlusProps {
  id: string
  label: string
  isSelected: boolean
  x: number
  y: number
}

/** Rendered inside the edge, so that hovering it keeps the edge hovered. */
function Plus({ id, label, isSelected, x, y }: PlusProps) {
  const { editor, openPalette } = useEditorContext()
  const press = () => {
    editor.place({ kind: 'on', connectionId: id })
    openPalette()
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: SVG has no button element
    <g
      role="button"
      aria-label={label}
      tabIndex={isSelected ? 0 : -1}
      transform={`translate(${x} ${y})`}
      className="connection-plus"
      onClick={press}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return
        event.preventDefault()
        press()
      }}
    >
      <rect x={-9} y={-9} width={18} height={18} rx={4} />
      <path d="M-4 0H4M0 -4V4" />
    </g>
  )
}

/** An edge with a '+' button in its middle while hovered or selected. */
export const ConnectionLine = memo(function ConnectionLine(props: EdgeProps) {
  const { id, sourceX, sourceY, sourcePosition, targetX, targetY, targetPosition } = props
  const [path, x, y] = getBezierPath({
    sourceX,
    sourceY,
    sourcePosition,
    targetX,
    targetY,
    targetPosition,
  })
  const isFar = use(FarAway)
  const { isReadOnly } = useEditorContext()
  const [isPointedAt, setPointedAt] = useState(false)
  const hasPlus = !isReadOnly && (isPointedAt || props.selected === true)
  const { from, to } = props.data as { from: string; to: string }
  if (isFar) return <BaseEdge path={path} interactionWidth={0} />
  return (
    <g onPointerEnter={() => setPointedAt(true)} onPointerLeave={() => setPointedAt(false)}>
      <BaseEdge path={path} interactionWidth={20} />
      {hasPlus ? (
        <Plus
          id={id}
          label={strings.canvas.between(from, to)}
          isSelected={props.selected === true}
          x={x}
          y={y}
        />
      ) : null}
    </g>
  )
})
