import { CloudUpload, Save } from 'lucide-react'
import { DiagramToggle } from '../../features/diagram/diagram-toggle.tsx'
import { HistoryMenu } from '../../features/releases/history-menu.tsx'
import { SaveChanges } from '../../features/row-grid/pending/save-changes.tsx'
import { BarDivider } from '../../ui/layout/top-bar.tsx'
import { GatedButton } from '../../ui/primitives/gated-button.tsx'
import { type DataToolbarProps, EditorMode, State } from './data-toolbar.tsx'
import { dataStrings as strings } from './strings.ts'

type ProductionToolbarProps = Pick<
  DataToolbarProps,
  'pending' | 'tableId' | 'isJson' | 'onJsonChange' | 'isDiagram' | 'onDiagramChange' | 'differing'
>

/** In production the schema is read-only; rows can be saved. */
export function ProductionToolbar(props: ProductionToolbarProps) {
  const { isDiagram, onDiagramChange, differing } = props
  return (
    <div className="flex min-h-8 shrink-0 flex-wrap items-center gap-2">
      <EditorMode isJson={props.isJson} onJsonChange={props.onJsonChange} />
      <DiagramToggle isDiagram={isDiagram} onDiagramChange={onDiagramChange} />
      <State isWaiting={differing > 0} pending={props.pending}>
        {differing > 0 ? strings.notDeployed(differing) : strings.deployed}
      </State>
      <div className="ml-auto flex flex-wrap items-center justify-end gap-1.5">
        <SaveChanges pending={props.pending} tableId={props.tableId} />
        <BarDivider />
        <GatedButton reason={strings.readOnly}>
          <CloudUpload aria-hidden="true" />
          {strings.syncDatabase}
        </GatedButton>
        <GatedButton reason={strings.readOnly} variant="primary">
          <Save aria-hidden="true" />
          {strings.saveConfiguration}
        </GatedButton>
        <HistoryMenu />
      </div>
    </div>
  )
}
