import type { ProjectData } from '@plinth/contract'
import { useMemo, useState } from 'react'
import { JsonMode } from '../../features/json-mode/json-mode.tsx'
import { useJsonMode } from '../../features/json-mode/use-json-mode.ts'
import { RemovedTables } from '../../features/row-grid/pending/removed-tables.tsx'
import { usePending } from '../../features/row-grid/pending/use-pending.ts'
import { DraftProblems } from '../../features/schema-editor/problems/draft-problems.tsx'
import { RuleTestsState } from '../../features/schema-editor/rule-tests/rule-tests-state.tsx'
import { useSave } from '../../features/schema-editor/saving/use-save.ts'
import { SchemaDialogs } from '../../features/schema-editor/schema-dialogs.tsx'
import { countDraftTables } from '../../state/schema/draft-tables.ts'
import { refusedTablesOf } from '../../state/schema/refused-tables.ts'
import type { SyncFailure } from '../../state/schema/sync-failure.ts'
import { useSaveDraft } from '../../state/schema/use-save-draft.ts'
import { useSchemaDraft } from '../../state/schema/use-schema-draft.ts'
import { useLeaveGuard } from '../../ui/hooks/use-leave-guard.ts'
import { DataToolbar } from './data-toolbar.tsx'
import { LeaveDialog } from './leave-dialog.tsx'
import { SavingDialogs } from './saving-dialogs.tsx'
import { SchemaView } from './schema-view.tsx'
import { dataStrings as strings } from './strings.ts'
import { useDataActions } from './use-data-actions.ts'
import { useEditKeys } from './use-edit-keys.ts'
import { useSchemaDialogs } from './use-schema-dialogs.ts'
import { useShownTable } from './use-shown-table.ts'

/** The schema of one project as a draft: visual, as a diagram, or as JSON. */
export function DataEditor({ project }: { project: ProjectData }) {
  const draft = useSchemaDraft(project)
  const { configuration } = draft
  const synced = project.configuration.old_configuration
  const json = useJsonMode(draft)
  const saver = useSaveDraft({ projectId: project.id, draft })
  const saving = useSave({ draft, json, saver })
  const onArrive = () => json.turn(false)
  const shown = useShownTable({ project, environment: 'dev', configuration, onArrive })
  const { table, select, isDiagram, setDiagram } = shown
  const { dialog, openDialog, close, showDiff, jump } = useSchemaDialogs({ json, select })
  const [failure, setFailure] = useState<SyncFailure>()
  const isDirty = draft.isDirty || json.isEdited
  const pending = usePending(project, synced)
  const blocker = useLeaveGuard(isDirty)

  const differing = useMemo(() => countDraftTables(configuration, synced), [configuration, synced])
  const steps = json.isOn
    ? { undo: () => json.text.current?.undo(), redo: () => json.text.current?.redo(), ...json }
    : draft
  useEditKeys({
    undo: steps.undo,
    redo: steps.redo,
    save: () => {
      if (isDirty) saving.save()
      if (table && !json.isOn) void pending.storeOf(table.id).save()
    },
  })
  useDataActions({ openDialog, showDiff, save: saving.save, isDirty, setDiagram, table })

  return (
    <div className="flex h-full min-h-0 flex-col gap-3 p-3">
      {table || json.isOn ? <h1 className="sr-only">{strings.title}</h1> : null}
      <DataToolbar
        pending={pending}
        tableId={table?.id}
        isJson={json.isOn}
        onJsonChange={json.turn}
        isDiagram={isDiagram}
        onDiagramChange={json.isOn || !table ? undefined : setDiagram}
        differing={differing}
        tests={json.isOn ? null : <RuleTestsState {...{ configuration, openDialog }} />}
        problems={
          json.isOn ? null : <DraftProblems {...{ configuration, failure }} onJump={jump} />
        }
        isDirty={isDirty}
        isSaving={saver.isSaving}
        canUndo={steps.canUndo}
        canRedo={steps.canRedo}
        onUndo={steps.undo}
        onRedo={steps.redo}
        onSync={showDiff}
        onSave={saving.save}
      />
      {json.isOn ? (
        <JsonMode
          text={json.text}
          configuration={configuration}
          isEdited={json.isEdited}
          refused={json.refused}
          onState={json.onState}
          onDiscard={json.discard}
        />
      ) : null}
      {json.isOn ? null : (
        <SchemaView
          {...{ project, draft, pending, configuration, synced, table, isDiagram }}
          refused={refusedTablesOf(project, 'dev')}
          onSelect={select}
          onDialog={openDialog}
        />
      )}
      <SchemaDialogs
        dialog={dialog}
        configuration={configuration}
        onEdit={draft.edit}
        onSelect={select}
        onClose={close}
      />
      <SavingDialogs
        projectId={project.id}
        name={project.name}
        isDiffOpen={dialog.mode === 'ShowDiff'}
        synced={synced}
        draft={draft}
        saver={saver}
        saving={saving}
        onCloseDiff={close}
        onFailure={setFailure}
        onJump={jump}
      />
      <RemovedTables pending={pending} />
      <LeaveDialog blocker={blocker} pending={pending} synced={synced} isText={json.isEdited} />
    </div>
  )
}
