import { Handle, type NodeProps, Position } from '@xyflow/react'
import { createContext, memo, use } from 'react'
import { cn } from '../../../ui/primitives/cn.ts'
import { CardMark, CardTime } from '../canvas/card-mark.tsx'
import { type CardNode, handleOffset, heightOf } from '../canvas/flow-nodes.ts'
import { summaryOf } from '../canvas/summary-of.ts'
import { NodeIcon } from '../editor/node-kind.tsx'
import { NODE_WIDTH } from '../graph/graph.ts'
import { inputsOf, outputsOf } from '../graph/handles.ts'
import { runPageStrings } from '../strings/run-page-strings.ts'

interface RunFacts {
  isOver: boolean
  /** Duration of each node, by its id. */
  times: Readonly<Record<string, number>>
}

/** Gives run data to the cards, which React Flow renders. */
export const RunFactsContext = createContext<RunFacts>({ isOver: false, times: {} })

function Handles({ node }: { node: CardNode['data']['node'] }) {
  const height = heightOf(node)
  const { definition } = node.data
  return (
    <>
      {inputsOf(definition).map(({ id }, at, { length: count }) => (
        <Handle
          key={id}
          id={id}
          type="target"
          position={Position.Left}
          isConnectable={false}
          style={{ top: handleOffset({ side: 'input', count, at, height }) }}
        />
      ))}
      {outputsOf(definition).map(({ id, name }, at, { length: count }) => {
        const top = handleOffset({ side: 'output', count, at, height })
        return (
          <span key={id}>
            <Handle
              id={id}
              type="source"
              position={Position.Right}
              isConnectable={false}
              style={{ top }}
            />
            {count > 1 ? (
              <span
                style={{ top }}
                className="pointer-events-none absolute left-full ml-2 -translate-y-1/2 rounded-sm bg-app/85 px-1 text-[10px] leading-3 whitespace-nowrap text-fg-2"
              >
                {name}
              </span>
            ) : null}
          </span>
        )
      })}
    </>
  )
}

export const RunCard = memo(function RunCard({ id, data, selected }: NodeProps<CardNode>) {
  const { isOver, times } = use(RunFactsContext)
  const { node, state } = data
  const { label, active, definition } = node.data
  const isSkipped = isOver && active && state === undefined
  return (
    <div
      style={{ minWidth: NODE_WIDTH, height: heightOf(node) }}
      className={cn(
        'relative flex w-80 items-center gap-2.5 rounded-xl border bg-surface px-2.5 shadow-2',
        state?.status === 'failed' && 'border-danger-line',
        selected && 'border-accent shadow-[0_0_0_1px_var(--accent),var(--shadow-2)]',
        (!active || isSkipped) && 'border-dashed bg-sunken',
      )}
    >
      <NodeIcon kind={definition.name} isActive={active && !isSkipped} />
      <div className="min-w-0 flex-1">
        <p
          className={cn(
            'truncate text-sm leading-4.5 font-semibold',
            (!active || isSkipped) && 'text-fg-2',
          )}
        >
          {label}
        </p>
        <p className="truncate text-2xs text-fg-2">
          {isSkipped ? runPageStrings.notReached : summaryOf(node.data)}
        </p>
      </div>
      <span className="flex shrink-0 flex-col items-end">
        <CardMark isActive={active} state={state} result={undefined} />
        <CardTime ms={times[id]} />
      </span>
      <Handles node={node} />
    </div>
  )
})
