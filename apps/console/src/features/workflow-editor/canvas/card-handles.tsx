import type { WorkflowNode } from '@plinth/contract'
import { Handle, Position } from '@xyflow/react'
import { Plus } from 'lucide-react'
import { cn } from '../../../ui/cn.ts'
import { useEditorContext } from '../editor-context.tsx'
import { type HandleShape, inputsOf, outputsOf } from '../graph/handles.ts'
import { strings } from '../strings.ts'
import { handleOffset, heightOf, isTaken } from './flow-nodes.ts'

const labelStyle =
  'pointer-events-none absolute -translate-y-1/2 rounded-sm bg-app/85 px-1 text-[10px] leading-3 whitespace-nowrap text-fg-2'

interface HandleLabelProps {
  handle: HandleShape
  side: 'left' | 'right'
  top: number
  /** One handle alone says its name only when it is looked at. */
  isAlone: boolean
}

function HandleLabel({ handle, side, top, isAlone }: HandleLabelProps) {
  return (
    <span
      style={{ top }}
      className={cn(
        labelStyle,
        side === 'left' ? 'right-full mr-2' : 'left-full ml-2',
        isAlone && 'opacity-0 group-hover/card:opacity-100',
      )}
    >
      {handle.name}
    </span>
  )
}

interface NextButtonProps {
  node: WorkflowNode
  handle: HandleShape
  isAlone: boolean
  top: number
}

function NextButton({ node, handle, isAlone, top }: NextButtonProps) {
  const { editor, openPalette } = useEditorContext()
  const { label } = node.data
  const words = isAlone ? strings.canvas.next(label) : strings.canvas.nextOutput(label, handle.name)
  const press = () => {
    editor.place({ kind: 'after', nodeId: node.id, handle: handle.id })
    openPalette()
  }
  return (
    <span
      style={{ top }}
      className={cn(
        'absolute left-full flex -translate-y-1/2 items-center',
        isAlone ? 'ml-1' : 'ml-[68px]',
      )}
    >
      <span aria-hidden="true" className="h-px w-4 bg-line-strong" />
      <button
        type="button"
        aria-label={words}
        title={words}
        onClick={press}
        className="nodrag nopan ring-focus grid size-4.5 place-items-center rounded-sm border border-line-strong bg-surface text-fg-3 hover:border-accent hover:text-accent-text"
      >
        <Plus aria-hidden="true" className="size-3" />
      </button>
    </span>
  )
}

/** The ends for connections: inputs on the left, outputs on the right. */
export function CardHandles({ node, taken }: { node: WorkflowNode; taken: string }) {
  const height = heightOf(node)
  const inputs = inputsOf(node.data.definition)
  const outputs = outputsOf(node.data.definition)
  return (
    <>
      {inputs.map((handle, at) => {
        const top = handleOffset(inputs.length, { at, height })
        const isAlone = inputs.length === 1
        return (
          <span key={handle.id}>
            <Handle
              type="target"
              position={Position.Left}
              id={handle.id}
              style={{ top }}
              title={handle.name}
            />
            <HandleLabel handle={handle} side="left" top={top} isAlone={isAlone} />
          </span>
        )
      })}
      {outputs.map((handle, at) => {
        const top = handleOffset(outputs.length, { at, height })
        const isAlone = outputs.length === 1
        return (
          <span key={handle.id}>
            <Handle
              type="source"
              position={Position.Right}
              id={handle.id}
              style={{ top }}
              title={handle.name}
            />
            {isAlone && !isTaken(taken, handle.id) ? null : (
              <HandleLabel handle={handle} side="right" top={top} isAlone={isAlone} />
            )}
            {isTaken(taken, handle.id) ? null : (
              <NextButton node={node} handle={handle} isAlone={isAlone} top={top} />
            )}
          </span>
        )
      })}
    </>
  )
}
