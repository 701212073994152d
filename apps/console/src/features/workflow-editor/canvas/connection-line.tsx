import { BaseEdge, type EdgeProps } from '@xyflow/react'
import { memo, use, useState } from 'react'
import { useEditorContext } from '../editor/editor-context.tsx'
import { workflowEditorStrings as strings } from '../strings/editor-strings.ts'
import { CoverageContext } from '../tests/coverage.ts'
import { connectionPath } from './connection-path.ts'
import { FarAway } from './far-away.ts'

interface PlusProps {
  id: string
  label: string
  isReachable: boolean
  x: number
  y: number
}

/** Rendered inside the edge, so that hovering it keeps the edge hovered. */
function Plus({ id, label, isReachable, x, y }: PlusProps) {
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
      tabIndex={isReachable ? 0 : -1}
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

export interface LineData extends Record<string, unknown> {
  from: string
  to: string
  /** Name of the output, if the node has several. */
  output: string | undefined
  /** Position of the output among those of its node. */
  lane: number
  isFocused: boolean
}

/** An edge with a '+' button in its middle while hovered, focused or selected. */
export const ConnectionLine = memo(function ConnectionLine(props: EdgeProps) {
  const { id, sourceX, sourceY, selected = false } = props
  const isFar = use(FarAway)
  const { isReadOnly } = useEditorContext()
  const isUncovered = use(CoverageContext)?.connections.has(id) ?? false
  const [isPointedAt, setPointedAt] = useState(false)
  const { from, to, output, lane, isFocused } = props.data as LineData
  const [path, x, y] = connectionPath(props, lane)
  const hasPlus = !isReadOnly && (isPointedAt || isFocused || selected)
  if (isFar) {
    return (
      <>
        <BaseEdge path={path} interactionWidth={0} />
        {output === undefined ? null : (
          // The card names its outputs only when it is near.
          <text x={sourceX + 10} y={sourceY - 6} className="connection-label">
            {output}
          </text>
        )}
      </>
    )
  }
  return (
    <g onPointerEnter={() => setPointedAt(true)} onPointerLeave={() => setPointedAt(false)}>
      <BaseEdge
        path={path}
        interactionWidth={20}
        {...(isUncovered ? { className: 'connection-uncovered' } : {})}
      />
      {hasPlus ? (
        <Plus
          id={id}
          label={strings.canvas.between(from, to)}
          isReachable={isFocused || selected}
          x={x}
          y={y}
        />
      ) : null}
    </g>
  )
})
