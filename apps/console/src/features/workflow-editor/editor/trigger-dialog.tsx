import type { WorkflowNode } from '@plinth/contract'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import type { Graph } from '../graph/graph.ts'
import { inputsOf } from '../graph/handles.ts'
import { workflowEditorStrings as strings } from '../strings/editor-strings.ts'
import { NodeIcon } from './node-kind.tsx'

/** The triggers from which a user can start a test run. */
export function triggersOf({ nodes }: Graph): WorkflowNode[] {
  return nodes.filter(
    ({ data }) =>
      data.active &&
      data.definition.name.startsWith('trigger-') &&
      inputsOf(data.definition).length === 0,
  )
}

interface TriggerDialogProps {
  open: boolean
  graph: Graph
  onChoose: (nodeId: string) => void
  onClose: () => void
}

/** Asks which trigger to start from when a workflow has several. */
export function TriggerDialog({ open, graph, onChoose, onClose }: TriggerDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title={strings.triggers.title}
      description={strings.triggers.text}
    >
      <ul className="flex flex-col gap-1 px-3 pt-3 pb-4">
        {triggersOf(graph).map(({ id, data }) => (
          <li key={id}>
            <button
              type="button"
              onClick={() => onChoose(id)}
              className="ring-focus flex h-11 w-full items-center gap-2.5 rounded-md px-2 text-left text-sm hover:bg-hover"
            >
              <NodeIcon kind={data.definition.name} />
              {data.label}
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
