import type { ProjectData } from '@plinth/contract'
import { useCallback, useMemo, useState } from 'react'
import { JsonMode } from '../../features/json-mode/json-mode.tsx'
import { RemovedTables } from '../../features/row-grid/pending/removed-tables.tsx'
import { usePending } from '../../features/row-grid/pending/use-pending.ts'
import { countDraftTables } from '../../state/schema/draft-tables.ts'
import { refusedTablesOf } from '../../state/schema/refused-tables.ts'
import { ProductionToolbar } from './production-toolbar.tsx'
import { SchemaView } from './schema-view.tsx'
import { dataStrings as strings } from './strings.ts'
import { useEditKeys } from './use-edit-keys.ts'
import { useShownTable } from './use-shown-table.ts'

const nothing = () => undefined

/** The rows of production under a read-only schema. */
export function ProductionData({ project }: { project: ProjectData }) {
  const configuration = project.prodConfiguration.old_configuration
  const inDev = project.configuration.old_configuration
  const [isJson, setJson] = useState(false)
  const onArrive = () => setJson(false)
  const shown = useShownTable({ project, environment: 'production', configuration, onArrive })
  const { table, select, isDiagram, setDiagram } = shown
  const pending = usePending(project, configuration)
  const save = () => (table && !isJson ? void pending.storeOf(table.id).save() : undefined)
  useEditKeys({ undo: nothing, redo: nothing, save })
  const differing = useMemo(() => countDraftTables(inDev, configuration), [inDev, configuration])
  const showRows = useCallback(() => setDiagram(false), [setDiagram])
  return (
    <div className="flex h-full min-h-0 flex-col gap-3 p-3">
      {table || isJson ? <h1 className="sr-only">{strings.title}</h1> : null}
      <ProductionToolbar
        {...{ pending, isJson, isDiagram, differing }}
        tableId={table?.id}
        onJsonChange={setJson}
        onDiagramChange={isJson || !table ? undefined : setDiagram}
      />
      {isJson ? (
        <JsonMode
          text={null}
          isReadOnly
          isEdited={false}
          refused={0}
          configuration={configuration}
          onState={nothing}
          onDiscard={nothing}
        />
      ) : (
        <SchemaView
          {...{ project, pending, configuration, table, isDiagram }}
          draft={undefined}
          synced={configuration}
          refused={refusedTablesOf(project, 'production')}
          onSelect={select}
          onDialog={undefined}
          onOpenRows={showRows}
        />
      )}
      <RemovedTables pending={pending} />
    </div>
  )
}
