import { useEditorContext } from '../editor/editor-context.tsx'
import type { WorkflowActions } from '../editor/use-workflow-actions.ts'
import { EditorBar } from './editor-bar.tsx'

interface ConnectedBarProps {
  isStored: boolean
  runsPath: string
  actions: WorkflowActions
}

/** The editor bar, connected to the editor's state. */
export function ConnectedBar({ isStored, runsPath, actions }: ConnectedBarProps) {
  const { editor } = useEditorContext()
  const { draft, selection } = editor.use()
  const { present } = draft.history
  return (
    <EditorBar
      name={present.name}
      onName={(name) => editor.edit((content) => ({ ...content, name }), 'name')}
      isActive={present.active}
      isActiveSaved={present.active === draft.saved.active}
      onActive={(active) => editor.edit((content) => ({ ...content, active }))}
      isStored={isStored}
      runsPath={runsPath}
      isDirty={actions.isDirty}
      isSaving={actions.saving.isSaving}
      isDeleting={actions.deleting.isDeleting}
      isRunning={actions.execution.isRunning}
      isStopping={actions.execution.isStopping === true}
      canStop={actions.execution.runId !== undefined}
      canListen={present.nodes.some(({ data }) => data.definition.name === 'trigger-webhook')}
      listening={actions.triggerRuns.listening}
      hasConnection={selection.connection !== undefined}
      onDeleteConnection={editor.removeSelected}
      onVersions={actions.versions.open}
      failedTests={Object.values(actions.tests.results).filter(({ passed }) => !passed).length}
      onTests={actions.tests.open}
      onDelete={actions.deleting.remove}
      onSave={actions.saving.save}
      onExecute={() => actions.run()}
      onStop={actions.stop}
      onStopListening={actions.triggerRuns.stopListening}
    />
  )
}
