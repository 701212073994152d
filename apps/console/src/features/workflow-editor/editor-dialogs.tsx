import { ConfirmLeave } from '../../ui/dialogs/confirm-leave.tsx'
import { showToast } from '../../ui/toast/toast.ts'
import type { Editor } from './editor/create-editor.ts'
import { TriggerDialog } from './editor/trigger-dialog.tsx'
import type { WorkflowActions } from './editor/use-workflow-actions.ts'
import { FindNode } from './find/find-node.tsx'
import type { WorkflowContent } from './graph/workflow-draft.ts'
import { StaleWorkflowDialog } from './stale-workflow-dialog.tsx'
import { workflowEditorStrings as strings } from './strings/editor-strings.ts'
import type { Coverage } from './tests/coverage.ts'
import { TestsDialog } from './tests/tests-dialog.tsx'
import type { CanvasTools } from './use-canvas-tools.ts'
import { VersionsDialog } from './versions-dialog.tsx'

interface EditorDialogsProps {
  projectId: string
  workflowId: string | undefined
  editor: Editor
  actions: WorkflowActions
  tools: CanvasTools
  coverage: Coverage | undefined
}

export function EditorDialogs(props: EditorDialogsProps) {
  const { projectId, workflowId, editor, actions, tools } = props
  const { blocker, saving, versions } = actions
  const content = editor.use().draft.history.present
  const restore = ({ name, active, nodes, connections, settings }: WorkflowContent) => {
    editor.edit(() => ({ name, active, nodes, connections, settings }))
    versions.close()
    showToast({ title: strings.versions.restored })
  }
  return (
    <>
      <FindNode
        open={tools.isFinding}
        nodes={content.nodes}
        onClose={() => tools.setFinding(false)}
        onFind={tools.goTo}
      />
      <TriggerDialog
        open={actions.choosing.isOpen}
        graph={content}
        onChoose={actions.run}
        onClose={actions.choosing.close}
      />
      <StaleWorkflowDialog
        collision={saving.collision}
        isSaving={saving.isSaving}
        onKeepMine={saving.keepMine}
        onTakeTheirs={saving.takeTheirs}
        onClose={saving.giveUp}
      />
      {versions.isOpen && workflowId !== undefined ? (
        <VersionsDialog
          projectId={projectId}
          workflowId={workflowId}
          current={content}
          onRestore={restore}
          onClose={versions.close}
        />
      ) : null}
      {actions.tests.isOpen && workflowId !== undefined ? (
        <TestsDialog graph={content} tests={actions.tests} coverage={props.coverage} />
      ) : null}
      <ConfirmLeave
        blocker={blocker}
        title={strings.leave.title}
        text={strings.leave.text}
        stay={strings.leave.stay}
        leave={strings.leave.leave}
      />
    </>
  )
}
