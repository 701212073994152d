import type { NodeDefinition, WorkflowNode } from '@plinth/contract'
import { Button } from '../../../ui/primitives/button.tsx'
import { useEditorContext } from '../editor/editor-context.tsx'
import { changeNode } from '../graph/graph.ts'
import { unknownParameters, withoutUnknown } from '../parameters/unknown-parameters.ts'
import { canvasProblemStrings } from '../strings/canvas-problem-strings.ts'
import { formStrings } from '../strings/form-strings.ts'

interface UnknownParametersProps {
  node: WorkflowNode
  definition: NodeDefinition
}

/** Parameters that the node does not have, which an earlier release or an import stored, with a way to remove them. */
export function UnknownParameters({ node, definition }: UnknownParametersProps) {
  const { editor } = useEditorContext()
  const names = unknownParameters(node.data, definition)
  if (names.length === 0) return null
  const remove = () =>
    editor.edit((content) =>
      changeNode(content, { id: node.id, change: (data) => withoutUnknown(data, definition) }),
    )
  return (
    <div className="flex flex-col items-start gap-2 border-b bg-warn-soft px-3.5 py-2.5 text-xs">
      <p className="w-full break-words text-warn-text">{formStrings.unknown(names)}</p>
      <Button size="sm" onClick={remove}>
        {canvasProblemStrings.removeUnknown}
      </Button>
    </div>
  )
}
