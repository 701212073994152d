import { CloudUpload, Code, Redo2, Save, Undo2 } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { DiagramToggle } from '../../features/diagram/diagram-toggle.tsx'
import { HistoryMenu } from '../../features/releases/history-menu.tsx'
import type { PendingChanges } from '../../features/row-grid/pending/pending-changes.ts'
import { SaveChanges } from '../../features/row-grid/pending/save-changes.tsx'
import { usePendingState } from '../../features/row-grid/pending/use-pending.ts'
import { useStopReason } from '../../state/availability.ts'
import { savingStrings } from '../../state/schema/saving-strings.ts'
import { Switch } from '../../ui/forms/switch.tsx'
import { BarDivider } from '../../ui/layout/top-bar.tsx'
import { Button } from '../../ui/primitives/button.tsx'
import { cn } from '../../ui/primitives/cn.ts'
import { GatedButton } from '../../ui/primitives/gated-button.tsx'
import { modKey } from '../../ui/primitives/kbd.tsx'
import { Tooltip } from '../../ui/primitives/tooltip.tsx'
import { dataStrings as strings } from './strings.ts'

export interface DataToolbarProps {
  pending: PendingChanges
  /** The selected table; undefined if there are no tables. */
  tableId: string | undefined
  isJson: boolean
  onJsonChange: (isJson: boolean) => void
  isDiagram: boolean
  /** Undefined if there are no tables. */
  onDiagramChange: ((isDiagram: boolean) => void) | undefined
  differing: number
  /** Shown after the sync state. */
  tests?: ReactNode
  /** Shown before Sync Database. */
  problems?: ReactNode
  isDirty: boolean
  isSaving: boolean
  canUndo: boolean
  canRedo: boolean
  onUndo: () => void
  onRedo: () => void
  onSync: () => void
  onSave: () => void
}

export function EditorMode({
  isJson,
  onJsonChange,
}: Pick<DataToolbarProps, 'isJson' | 'onJsonChange'>) {
  const id = useId()
  return (
    <label
      htmlFor={id}
      className="flex h-8 shrink-0 items-center gap-2 rounded-md border border-line-strong bg-surface px-2.5 text-sm font-medium shadow-1 select-none"
    >
      <Code aria-hidden="true" className="size-4 stroke-[1.75] text-fg-2" />
      {strings.editorMode}
      <Switch id={id} checked={isJson} onCheckedChange={onJsonChange} />
    </label>
  )
}

interface StateProps {
  isWaiting: boolean
  pending: PendingChanges
  children: ReactNode
}

/** In a narrow window only its colour is shown while 'Save all' needs the space. */
export function State({ isWaiting, pending, children }: StateProps) {
  const isCrowded = usePendingState(pending).counts.size > 1
  return (
    <span className="flex shrink-0 items-center gap-1.5 text-xs text-fg-2">
      <span
        aria-hidden="true"
        className={cn('size-1.5 rounded-full', isWaiting ? 'bg-warn-line' : 'bg-accent')}
      />
      <span className={cn(isCrowded && 'max-[1400px]:sr-only')}>{children}</span>
    </span>
  )
}

/** In a narrow window only the icon is shown while changes wait, so that the bar stays one line and the rows in place. */
function Tests({ pending, children }: Pick<StateProps, 'pending' | 'children'>) {
  const isCrowded = usePendingState(pending).counts.size > 0
  return (
    <span className={cn('contents', isCrowded && 'max-[1400px]:[&_[data-words]]:sr-only')}>
      {children}
    </span>
  )
}

function StepButton(props: {
  label: string
  keys: string
  isOff: boolean
  onPress: () => void
  children: ReactNode
}) {
  return (
    <Tooltip text={`${props.label} (${props.keys})`}>
      <Button
        variant="ghost"
        size="icon"
        aria-label={props.label}
        aria-disabled={props.isOff}
        onClick={() => (props.isOff ? undefined : props.onPress())}
      >
        {props.children}
      </Button>
    </Tooltip>
  )
}

/** Hidden in a narrow window while cells wait to be saved; the save button shows the same state. */
function SaveState({
  isDirty,
  isSaving,
  pending,
}: Pick<DataToolbarProps, 'isDirty' | 'isSaving' | 'pending'>) {
  const isCrowded = usePendingState(pending).counts.size > 0
  const words = isSaving
    ? savingStrings.saving
    : isDirty
      ? savingStrings.unsaved
      : savingStrings.saved
  return (
    <span
      role="status"
      className={cn('px-1 text-xs text-fg-2', isCrowded && 'max-[1500px]:sr-only')}
    >
      {words}
    </span>
  )
}

/** Actions on the whole schema. */
export function DataToolbar(props: DataToolbarProps) {
  const { isDirty, isSaving, differing, isDiagram, onDiagramChange } = props
  const stopped = useStopReason()
  const canSave = isDirty && stopped === undefined
  return (
    <div className="flex min-h-8 shrink-0 flex-wrap items-center gap-2">
      <EditorMode isJson={props.isJson} onJsonChange={props.onJsonChange} />
      <DiagramToggle isDiagram={isDiagram} onDiagramChange={onDiagramChange} />
      <State isWaiting={differing > 0} pending={props.pending}>
        {differing > 0 ? strings.differ(differing) : strings.inSync}
      </State>
      <Tests pending={props.pending}>{props.tests}</Tests>
      <div className="ml-auto flex flex-wrap items-center justify-end gap-1.5">
        <SaveChanges pending={props.pending} tableId={props.tableId} />
        <SaveState isDirty={isDirty} isSaving={isSaving} pending={props.pending} />
        <StepButton
          label={strings.undo}
          keys={modKey('Z')}
          isOff={!props.canUndo}
          onPress={props.onUndo}
        >
          <Undo2 aria-hidden="true" />
        </StepButton>
        <StepButton
          label={strings.redo}
          keys={modKey('Shift Z')}
          isOff={!props.canRedo}
          onPress={props.onRedo}
        >
          <Redo2 aria-hidden="true" />
        </StepButton>
        <BarDivider />
        {props.problems}
        <GatedButton reason={stopped} onClick={props.onSync}>
          <CloudUpload aria-hidden="true" />
          {strings.syncDatabase}
        </GatedButton>
        <Tooltip text={stopped ?? (isDirty ? modKey('S') : savingStrings.nothingToSave)}>
          <Button
            variant="primary"
            busy={isSaving}
            aria-disabled={!canSave}
            onClick={() => (canSave ? props.onSave() : undefined)}
          >
            <Save aria-hidden="true" />
            {strings.saveConfiguration}
          </Button>
        </Tooltip>
        <HistoryMenu />
      </div>
    </div>
  )
}
