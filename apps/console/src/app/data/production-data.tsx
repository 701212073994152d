import type { ProjectData } from '@plinth/contract'
import { findTable, sortTables } from '@plinth/schema'
import { useCallback, useMemo, useState } from 'react'
import { JsonMode } from '../../features/json-mode/json-mode.tsx'
import { usePending } from '../../features/row-grid/pending/use-pending.ts'
import { countDraftTables } from '../../state/schema/draft-tables.ts'
import { refusedTablesOf } from '../../state/schema/refused-tables.ts'
import { ProductionToolbar } from './production-toolbar.tsx'
import { SchemaView } from './schema-view.tsx'
import { dataStrings as strings } from './strings.ts'

const nothing = () => undefined

/** The rows of production under a read-only schema. */
export function ProductionData({ project }: { project: ProjectData }) {
  const configuration = project.prodConfiguration.old_configuration
  const inDev = project.configuration.old_configuration
  const [isJson, setJson] = useState(false)
  const [isDiagram, setDiagram] = useState(false)
  const [selectedId, select] = useState<string>()
  const pending = usePending(project, configuration)
  const sorted = useMemo(() => sortTables(configuration.tables), [configuration.tables])
  const table = findTable(configuration, selectedId ?? '') ?? sorted[0]
  const differing = useMemo(() => countDraftTables(inDev, configuration), [inDev, configuration])
  const showRows = useCallback(() => setDiagram(false), [])
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
          {...{ pending, configuration, table, isDiagram }}
          projectId={project.id}
          projectName={project.name}
          synced={configuration}
          refused={refusedTablesOf(project, 'production')}
          onSelect={select}
          onDialog={undefined}
          onEdit={undefined}
          onOpenRows={showRows}
        />
      )}
    </div>
  )
}
