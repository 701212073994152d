import { History, ListVideo, Save, Trash2, Unlink } from 'lucide-react'
import { useId } from 'react'
import { Link } from 'react-router'
import { useStopReason } from '../../../state/availability.ts'
import { Switch } from '../../../ui/forms/switch.tsx'
import { BarDivider } from '../../../ui/layout/top-bar.tsx'
import { Button, buttonStyle } from '../../../ui/primitives/button.tsx'
import { cn } from '../../../ui/primitives/cn.ts'
import { modKey } from '../../../ui/primitives/kbd.tsx'
import { Tooltip } from '../../../ui/primitives/tooltip.tsx'
import { workflowEditorStrings as strings } from '../strings/editor-strings.ts'
import { TestsButton } from '../tests/tests-button.tsx'
import { RunButtons, type RunButtonsProps } from './run-buttons.tsx'

const words = strings.bar

export interface EditorBarProps extends RunButtonsProps {
  name: string
  onName: (name: string) => void
  /** Whether the switch is as it was saved. */
  isActiveSaved: boolean
  onActive: (isActive: boolean) => void
  isDirty: boolean
  isSaving: boolean
  isDeleting: boolean
  hasConnection: boolean
  /** Where this workflow's runs are listed. */
  runsPath: string
  onDeleteConnection: () => void
  onVersions: () => void
  /** How many tests failed when they ran last. */
  failedTests: number
  onTests: () => void
  onDelete: () => void
  onSave: () => void
}

function NameField({ name, onName }: Pick<EditorBarProps, 'name' | 'onName'>) {
  return (
    <input
      aria-label={words.name}
      placeholder={words.name}
      title={name}
      value={name}
      maxLength={200}
      autoComplete="off"
      onChange={(event) => onName(event.target.value)}
      className="ring-control h-8 min-w-16 flex-1 text-ellipsis rounded-md border border-transparent bg-transparent px-2 text-sm font-semibold placeholder:font-normal placeholder:text-fg-3 hover:border-line-strong"
    />
  )
}

function ActiveSwitch({ isActive, isActiveSaved, onActive }: EditorBarProps) {
  const id = useId()
  return (
    <span className="flex items-center gap-1 text-xs text-fg-2">
      <label htmlFor={id} className="flex items-center gap-2">
        <Switch
          id={id}
          checked={isActive}
          onCheckedChange={onActive}
          {...(isActiveSaved ? {} : { 'aria-describedby': `${id}-state` })}
        />
        {words.active}
      </label>
      {isActiveSaved ? null : (
        <span id={`${id}-state`} className="text-amber-text">
          {words.activeNotSaved}
        </span>
      )}
    </span>
  )
}

function saveState({ isSaving, isDirty, isStored }: EditorBarProps): string {
  if (isSaving) return words.saving
  if (isDirty) return words.unsaved
  return isStored ? words.saved : words.notSaved
}

/** Name, switches and actions of the whole workflow. */
export function EditorBar(props: EditorBarProps) {
  const stopped = useStopReason()
  return (
    <div className="@container flex min-h-11 shrink-0 flex-wrap items-center gap-1.5 border-b bg-surface px-3 py-1">
      <NameField name={props.name} onName={props.onName} />
      <ActiveSwitch {...props} />
      <span
        role="status"
        className={cn(
          'w-16 truncate pl-1.5 text-xs text-fg-2',
          // A narrow bar keeps one line: the switch shows that something is not saved.
          !props.isActiveSaved && '@max-[56rem]:sr-only',
        )}
      >
        {saveState(props)}
      </span>
      {props.hasConnection ? (
        <Tooltip text={`${words.deleteEdge} (Del)`}>
          <Button size="sm" variant="danger-ghost" onClick={props.onDeleteConnection}>
            <Unlink aria-hidden="true" />
            <span className="@max-[56rem]:sr-only">{words.deleteEdge}</span>
          </Button>
        </Tooltip>
      ) : null}
      {props.isStored ? (
        <Tooltip text={words.versions}>
          <Button
            variant="ghost"
            size="icon-sm"
            aria-label={words.versions}
            onClick={props.onVersions}
          >
            <History aria-hidden="true" />
          </Button>
        </Tooltip>
      ) : null}
      {props.isStored ? <TestsButton failed={props.failedTests} onOpen={props.onTests} /> : null}
      {props.isStored ? (
        <Tooltip text={words.runs}>
          <Link
            to={props.runsPath}
            aria-label={words.runs}
            className={buttonStyle('ghost', 'icon-sm')}
          >
            <ListVideo aria-hidden="true" />
          </Link>
        </Tooltip>
      ) : null}
      {props.isStored ? (
        <Tooltip text={stopped ?? words.delete}>
          <Button
            variant="ghost"
            size="icon-sm"
            aria-label={words.delete}
            busy={props.isDeleting}
            aria-disabled={stopped !== undefined}
            onClick={() => (stopped ? undefined : props.onDelete())}
          >
            <Trash2 aria-hidden="true" />
          </Button>
        </Tooltip>
      ) : null}
      <span className="ml-auto flex items-center gap-1.5">
        <BarDivider />
        <Tooltip text={stopped ?? modKey('S')}>
          <Button
            busy={props.isSaving}
            aria-disabled={stopped !== undefined}
            onClick={() => (stopped ? undefined : props.onSave())}
          >
            <Save aria-hidden="true" />
            {words.save}
          </Button>
        </Tooltip>
        <RunButtons {...props} />
      </span>
    </div>
  )
}
