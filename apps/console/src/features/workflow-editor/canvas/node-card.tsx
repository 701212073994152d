import { type NodeProps, type ReactFlowState, useStore } from '@xyflow/react'
import { CircleCheck, CircleSlash, CircleX } from 'lucide-react'
import { memo } from 'react'
import { cn } from '../../../ui/cn.ts'
import type { Json } from '../execution.ts'
import { NODE_WIDTH } from '../graph/graph.ts'
import { NodeIcon } from '../node-kind.tsx'
import { ResultBox } from '../result/result-box.tsx'
import { strings } from '../strings.ts'
import { CardHandles } from './card-handles.tsx'
import { type CardNode, heightOf } from './flow-nodes.ts'
import { summaryOf } from './summary-of.ts'

function isFailure(result: Json): boolean {
  return typeof result === 'object' && result !== null && Object.keys(result)[0] === 'error'
}

const markStyle = 'flex shrink-0 items-center gap-1 text-2xs [&_svg]:size-3.5 [&_svg]:stroke-[1.75]'

function Mark({ isActive, result }: { isActive: boolean; result: Json | undefined }) {
  if (!isActive) {
    return (
      <span className={cn(markStyle, 'text-fg-3')} title={strings.canvas.inactive}>
        <CircleSlash aria-hidden="true" />
      </span>
    )
  }
  if (result === undefined) return null
  return isFailure(result) ? (
    <span className={cn(markStyle, 'text-danger-text')}>
      <CircleX aria-hidden="true" />
      {strings.canvas.failed}
    </span>
  ) : (
    <span className={cn(markStyle, 'text-accent-text')}>
      <CircleCheck aria-hidden="true" />
      {strings.canvas.done}
    </span>
  )
}

/** Below this zoom small print cannot be read, so it is not drawn. */
const FAR_ZOOM = 0.4
const isFarAway = (state: ReactFlowState) => state.transform[2] < FAR_ZOOM

/** One node on the canvas. */
export const NodeCard = memo(function NodeCard({ data, selected }: NodeProps<CardNode>) {
  const isFar = useStore(isFarAway)
  const { node, result } = data
  const { label, active, definition } = node.data
  return (
    <div
      style={{ minWidth: NODE_WIDTH, height: heightOf(node) }}
      className={cn(
        'group/card relative flex w-80 items-center gap-2.5 rounded-xl border bg-surface px-2.5 shadow-2',
        selected && 'border-accent shadow-[0_0_0_1px_var(--accent),var(--shadow-2)]',
        !active && 'border-dashed bg-sunken',
      )}
    >
      <NodeIcon kind={definition.name} isActive={active} />
      <div className="min-w-0 flex-1">
        <p
          className={cn(
            'truncate font-semibold',
            isFar ? 'text-xl leading-7' : 'text-sm leading-4.5',
            !active && 'text-fg-2',
          )}
        >
          {label}
        </p>
        {isFar ? null : <p className="truncate text-2xs text-fg-2">{summaryOf(node.data)}</p>}
      </div>
      <Mark isActive={active} result={result} />
      <CardHandles node={node} taken={data.taken} />
      {result === undefined || !data.isResultShown ? null : (
        <ResultBox label={label} result={result} />
      )}
    </div>
  )
})
