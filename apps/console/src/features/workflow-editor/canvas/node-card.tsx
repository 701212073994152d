import type { NodeProps } from '@xyflow/react'
import { Pin } from 'lucide-react'
import { memo, use } from 'react'
import { cn } from '../../../ui/primitives/cn.ts'
import { FarNodeIcon, NodeIcon } from '../editor/node-kind.tsx'
import type { NodeState } from '../execution/node-states.ts'
import { NODE_WIDTH } from '../graph/graph.ts'
import { ResultBox } from '../result/result-box.tsx'
import { workflowEditorStrings as strings } from '../strings/editor-strings.ts'
import { CoverageMark } from '../tests/coverage-mark.tsx'
import { CardHandles } from './card-handles.tsx'
import { CardMark, CardTime } from './card-mark.tsx'
import { CardWarning } from './card-warning.tsx'
import { FarAway } from './far-away.ts'
import { type CardNode, heightOf } from './flow-nodes.ts'
import { summaryOf } from './summary-of.ts'
import { useDetail, useFarDetail } from './use-detail.ts'

/** Border colour by status, visible when zoomed out. */
const BORDERS: Record<NodeState['status'], string> = {
  running: 'border-fg-2',
  waiting: 'border-warn-line',
  succeeded: 'border-accent',
  failed: 'border-danger',
  cancelled: 'border-fg-3',
}

interface PlainCardProps extends Pick<NodeProps<CardNode>, 'data' | 'selected'> {
  isFar: boolean
}

/** Icon and label of a distant card; a frame or two after its frame if many cards appear at once. */
function FarContent({ data }: Pick<PlainCardProps, 'data'>) {
  const { label, active, definition } = data.node.data
  if (!useFarDetail()) return null
  return (
    <>
      <FarNodeIcon kind={definition.name} isActive={active} />
      <span className="truncate">{label}</span>
    </>
  )
}

/** Simplified card for low zoom, and placeholder until the full card is rendered. */
function PlainCard({ data, selected, isFar }: PlainCardProps) {
  const { label, active, definition } = data.node.data
  const border = data.state ? BORDERS[data.state.status] : 'border-line-strong'
  return (
    // Few elements, because zooming out can bring hundreds of cards into view at once.
    <div
      style={{ width: NODE_WIDTH, height: heightOf(data.node) }}
      className={cn(
        'flex items-center gap-2.5 rounded-xl border px-2.5 font-semibold',
        isFar ? 'border-3 text-xl' : 'text-sm',
        active ? 'bg-surface' : 'border-dashed bg-sunken text-fg-2',
        selected ? 'border-accent shadow-[0_0_0_2px_var(--accent)]' : border,
      )}
    >
      {isFar ? (
        <FarContent data={data} />
      ) : (
        <>
          <NodeIcon kind={definition.name} isActive={active} />
          <span className="truncate">{label}</span>
        </>
      )}
    </div>
  )
}

export const NodeCard = memo(function NodeCard({ data, selected }: NodeProps<CardNode>) {
  const isFar = use(FarAway)
  const isDetailed = useDetail(!isFar)
  const { node, result, state } = data
  const { label, active, definition } = node.data
  if (!isDetailed) return <PlainCard data={data} selected={selected} isFar={isFar} />
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
        <p className={cn('truncate text-sm leading-4.5 font-semibold', !active && 'text-fg-2')}>
          {label}
        </p>
        <p className="truncate text-2xs text-fg-2">{summaryOf(node.data)}</p>
      </div>
      <CardWarning data={node.data} />
      <CoverageMark nodeId={node.id} />
      {node.data.pinned === undefined ? null : (
        <span className="shrink-0 text-violet-text" title={strings.canvas.pinned}>
          <Pin aria-hidden="true" className="size-3.5" />
          <span className="sr-only">{strings.canvas.pinned}</span>
        </span>
      )}
      <span className="flex shrink-0 flex-col items-end">
        <CardMark isActive={active} state={state} result={result} />
        {active ? <CardTime ms={state?.ms} /> : null}
      </span>
      <CardHandles node={node} taken={data.taken} />
      {result === undefined || !data.isResultShown ? null : (
        <ResultBox label={label} result={result} />
      )}
    </div>
  )
})
