import type { ProjectData } from '@plinth/contract'
import { findTable, sortTables } from '@plinth/schema'
import { useCallback, useMemo, useReducer, useState } from 'react'
import { useLeaveGuard } from '../../ui/hooks/use-leave-guard.ts'
import { DataToolbar } from './data-toolbar.tsx'
import { CLOSED_DIALOG, reduceDialog } from './dialog-mode.ts'
import { countDraftTables } from './draft-tables.ts'
import { createGridStore, useHasEdits } from './grid/grid-store.ts'
import { JsonMode } from './json-mode.tsx'
import { LeaveDialog } from './leave-dialog.tsx'
import { refusedTablesOf } from './refused-tables.ts'
import { RuleTestsState } from './rule-tests/rule-tests-state.tsx'
import { SavingDialogs } from './saving-dialogs.tsx'
import { SchemaDialogs } from './schema-dialogs.tsx'
import { SchemaView } from './schema-view.tsx'
import { dataStrings as strings } from './data-strings.ts'
import { useDraft } from './use-draft.ts'
import { useEditKeys } from './use-edit-keys.ts'
import { useJsonMode } from './use-json-mode.ts'
import { useSave } from './use-save.ts'
import { useSaveDraft } from './use-save-draft.ts'

/** The schema of one project as a draft: visual, as a diagram, or as JSON. */
export function DataEditor({ project }: { project: ProjectData }) {
  const draft = useDraft(project)
  const { configuration } = draft
  const synced = project.configuration.old_configuration
  const json = useJsonMode(draft)
  const saver = useSaveDraft({ projectId: project.id, draft })
  const saving = useSave({ draft, json, saver })
  const [dialog, openDialog] = useReducer(reduceDialog, CLOSED_DIALOG)
  const [selectedId, select] = useState<string>()
  const [isDiagram, setDiagram] = useState(false)
  const isDirty = draft.isDirty || json.isEdited
  const [store] = useState(createGridStore)
  const blocker = useLeaveGuard(useHasEdits(store) || isDirty)

  const sorted = useMemo(() => sortTables(configuration.tables), [configuration.tables])
  const table = findTable(configuration, selectedId ?? '') ?? sorted[0]
  const differing = useMemo(() => countDraftTables(configuration, synced), [configuration, synced])
  const steps = json.isOn
    ? { undo: () => json.text.current?.undo(), redo: () => json.text.current?.redo(), ...json }
    : draft
  const close = useCallback(() => openDialog({ event: 'close' }), [])
  const showDiff = () => json.apply() && openDialog({ event: 'showDiff' })
  useEditKeys({
    undo: steps.undo,
    redo: steps.redo,
    save: () => (isDirty ? saving.save() : undefined),
  })

  return (
    <div className="flex h-full min-h-0 flex-col gap-3 p-3">
      {table || json.isOn ? <h1 className="sr-only">{strings.title}</h1> : null}
      <DataToolbar
        store={store}
        isJson={json.isOn}
        onJsonChange={json.turn}
        isDiagram={isDiagram}
        onDiagramChange={json.isOn || !table ? undefined : setDiagram}
        differing={differing}
        tests={json.isOn ? null : <RuleTestsState {...{ configuration, openDialog }} />}
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
          projectId={project.id}
          projectName={project.name}
          {...{ store, configuration, synced, table, isDiagram }}
          refused={refusedTablesOf(project, 'dev')}
          onSelect={select}
          onDialog={openDialog}
          onEdit={draft.edit}
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
      />
      <LeaveDialog blocker={blocker} />
    </div>
  )
}
