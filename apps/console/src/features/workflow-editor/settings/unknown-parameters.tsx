import type { NodeDefinition, WorkflowNode } from '@plinth/contract'
import { Button } from '../../../ui/primitives/button.tsx'
import { useEditorContext } from '../editor/editor-context.tsx'
import { changeNode } from '../graph/graph.ts'
import { formStrings } from '../strings/form-strings.ts'

const words = formStrings.unknown

interface UnknownParametersProps {
  node: WorkflowNode
  definition: NodeDefinition
}

/** Parameters that the node does not have, which an earlier release or an import stored, with a way to remove them. */
export function UnknownParameters({ node, definition }: UnknownParametersProps) {
  const { editor } = useEditorContext()
  const known = new Set(Object.values(definition.input_schemas).flatMap(Object.keys))
  const names = Object.keys(node.data.parameters).filter((name) => !known.has(name))
  if (names.length === 0) return null
  const remove = () =>
    editor.edit((content) =>
      changeNode(content, {
        id: node.id,
        change: (data) => ({
          ...data,
          parameters: Object.fromEntries(
            Object.entries(data.parameters).filter(([name]) => known.has(name)),
          ),
        }),
      }),
    )
  return (
    <div className="flex items-start gap-2 border-b bg-warn-soft px-3.5 py-2.5 text-xs">
      <p className="min-w-0 flex-1 break-words text-warn-text">{words.text(names)}</p>
      <Button size="sm" onClick={remove}>
        {words.remove}
      </Button>
    </div>
  )
}
