import type { WorkflowNode } from '@plinth/contract'
import { Handle, Position } from '@xyflow/react'
import { Plus } from 'lucide-react'
import { cn } from '../../../ui/primitives/cn.ts'
import { useEditorContext } from '../editor/editor-context.tsx'
import { type HandleShape, inputsOf, outputsOf } from '../graph/handles.ts'
import { workflowEditorStrings as strings } from '../strings/editor-strings.ts'
import { handleOffset, heightOf, isTaken } from './flow-nodes.ts'

const labelStyle =
  'pointer-events-none rounded-sm bg-app/85 px-1 text-[10px] leading-3 whitespace-nowrap text-fg-2'

interface NextButtonProps {
  node: WorkflowNode
  handle: HandleShape
  isAlone: boolean
}

function NextButton({ node, handle, isAlone }: NextButtonProps) {
  const { editor, openPalette } = useEditorContext()
  const { label } = node.data
  const words = isAlone ? strings.canvas.next(label) : strings.canvas.nextOutput(label, handle.name)
  const press = () => {
    editor.place({ kind: 'after', nodeId: node.id, handle: handle.id })
    openPalette()
  }
  return (
    <>
      <span aria-hidden="true" className="h-px w-3.5 bg-line-strong" />
      <button
        type="button"
        aria-label={words}
        title={words}
        onClick={press}
        className="nodrag nopan ring-focus grid size-4.5 place-items-center rounded-sm border border-line-strong bg-surface text-fg-3 hover:border-accent hover:text-accent-text"
      >
        <Plus aria-hidden="true" className="size-3" />
      </button>
    </>
  )
}

/**
 * Connection handles: inputs on the left, outputs on the right. Their names are always shown where
 * a node has several, and in a tooltip where it has one. Their wrappers take no room in the card.
 */
export function CardHandles({ node, taken }: { node: WorkflowNode; taken: string }) {
  const { isReadOnly } = useEditorContext()
  const height = heightOf(node)
  const inputs = inputsOf(node.data.definition)
  const outputs = outputsOf(node.data.definition)
  return (
    <>
      {inputs.map((handle, at) => {
        const top = handleOffset({ side: 'input', count: inputs.length, at, height })
        return (
          <span key={handle.id} className="contents">
            <Handle
              type="target"
              position={Position.Left}
              id={handle.id}
              style={{ top }}
              title={handle.name}
            />
            {inputs.length === 1 ? null : (
              <span
                style={{ top }}
                className={cn(labelStyle, 'absolute right-full mr-2 -translate-y-1/2')}
              >
                {handle.name}
              </span>
            )}
          </span>
        )
      })}
      {outputs.map((handle, at) => {
        const top = handleOffset({ side: 'output', count: outputs.length, at, height })
        const isAlone = outputs.length === 1
        const isOpen = !isTaken(taken, handle.id)
        return (
          <span key={handle.id} className="contents">
            <Handle
              type="source"
              position={Position.Right}
              id={handle.id}
              style={{ top }}
              title={handle.name}
            />
            <span
              style={{ top }}
              className="absolute left-full ml-1 flex -translate-y-1/2 items-center"
            >
              {isAlone ? null : <span className={labelStyle}>{handle.name}</span>}
              {isOpen && !isReadOnly ? (
                <NextButton node={node} handle={handle} isAlone={isAlone} />
              ) : null}
            </span>
          </span>
        )
      })}
    </>
  )
}
