import type { Workflow } from '@plinth/contract'
import { ReactFlowProvider } from '@xyflow/react'
import { useMemo, useState } from 'react'
import { Canvas } from '../canvas/canvas.tsx'
import { createEditor } from '../editor/create-editor.ts'
import { EditorContext } from '../editor/editor-context.tsx'
import { useGoTo } from '../editor/use-go-to.ts'
import { FindNode } from '../find/find-node.tsx'
import { contentOf } from '../graph/content-of.ts'
import { workflowEditorStrings as strings } from '../strings/editor-strings.ts'
import { ViewerBar } from './viewer-bar.tsx'
import { ViewerDetails } from './viewer-details.tsx'

const NO_RESULTS = {}
const nothing = () => undefined

function Viewer({ workflow }: { workflow: Workflow }) {
  const { revision } = workflow
  const [editor] = useState(() =>
    createEditor({ content: contentOf(workflow), revision, isReadOnly: true, now: Date.now }),
  )
  const context = useMemo(() => ({ editor, openPalette: nothing, isReadOnly: true }), [editor])
  const [isFinding, setFinding] = useState(false)
  const select = useGoTo(editor)
  const goTo = (nodeId: string) => {
    setFinding(false)
    select(nodeId)
  }
  return (
    <EditorContext value={context}>
      <h1 className="sr-only">{strings.title}</h1>
      <div className="flex h-full min-h-0 flex-col">
        <ViewerBar workflow={workflow} />
        <div className="flex min-h-0 flex-1">
          <Canvas
            results={NO_RESULTS}
            states={NO_RESULTS}
            definitionOf={nothing}
            isArranging={false}
            onTidyUp={nothing}
            onFind={() => setFinding(true)}
          />
          <ViewerDetails />
        </div>
      </div>
      <FindNode
        open={isFinding}
        nodes={workflow.nodes}
        onClose={() => setFinding(false)}
        onFind={goTo}
      />
    </EditorContext>
  )
}

/** Read-only view of a production workflow. */
export function WorkflowViewer({ workflow }: { workflow: Workflow }) {
  return (
    <ReactFlowProvider>
      <Viewer key={workflow.revision} workflow={workflow} />
    </ReactFlowProvider>
  )
}
