import { useEditorContext } from '../editor/editor-context.tsx'
import type { WorkflowActions } from '../editor/use-workflow-actions.ts'
import { EditorBar } from './editor-bar.tsx'

interface ConnectedBarProps {
  isStored: boolean
  runsPath: string
  acts: WorkflowActions
}

/** The bar with the open workflow behind it. */
export function ConnectedBar({ isStored, runsPath, acts }: ConnectedBarProps) {
  const { editor } = useEditorContext()
  const { draft, selection } = editor.use()
  const { present, past, future } = draft.history
  return (
    <EditorBar
      name={present.name}
      onName={(name) => editor.edit((content) => ({ ...content, name }), 'name')}
      isActive={present.active}
      onActive={(active) => editor.edit((content) => ({ ...content, active }))}
      isStored={isStored}
      runsPath={runsPath}
      isDirty={acts.isDirty}
      isSaving={acts.saving.isSaving}
      isDeleting={acts.deleting.isDeleting}
      isRunning={acts.execution.isRunning}
      isStopping={acts.execution.isStopping === true}
      canStop={acts.execution.runId !== undefined}
      canUndo={past.length > 0}
      canRedo={future.length > 0}
      hasConnection={selection.connection !== undefined}
      onUndo={editor.undo}
      onRedo={editor.redo}
      onDeleteConnection={editor.removeSelected}
      onVersions={acts.versions.open}
      onDelete={acts.deleting.remove}
      onSave={acts.saving.save}
      onExecute={() => acts.run()}
      onStop={acts.stop}
    />
  )
}
