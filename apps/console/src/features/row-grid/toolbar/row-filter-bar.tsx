import type { Configuration } from '@plinth/contract'
import { catalogueOf, readRule } from '@plinth/expression'
import { type KeyboardEvent, useId, useMemo, useState } from 'react'
import { useRuleIssues } from '../../../state/rules/use-rule-issues.ts'
import { Button } from '../../../ui/primitives/button.tsx'
import { useFocusInside } from '../editors/use-focus-inside.ts'
import { WaitingText } from '../editors/waiting-text.tsx'
import { gridStrings as strings } from '../strings/grid-strings.ts'
import type { FilterEditorProps } from './filter-editor.tsx'
import { filterEditor } from './load-filter-editor.ts'

const LoadedFilterEditor = filterEditor.Part

function Editor(props: FilterEditorProps) {
  const { value, onChange, onApply } = props
  const waiting = (
    <WaitingText
      {...{ label: strings.filterLabel, value, onChange, onEnter: onApply }}
      className="h-8"
    />
  )
  return <LoadedFilterEditor {...props} waiting={waiting} />
}

interface FilterBarProps {
  synced: Configuration
  table: string
  /** The applied filter. */
  filter: string
  onFilter: (filter: string) => void
  onClose: () => void
  /** Called to return the focus to the grid. */
  onLeave: () => void
}

/** A filter expression for the rows, validated while typing. */
export function RowFilterBar(props: FilterBarProps) {
  const { synced, table, filter, onFilter, onClose, onLeave } = props
  const id = useId()
  const container = useFocusInside()
  const [text, setText] = useState(filter)
  const ground = useMemo(
    () => ({ catalogue: catalogueOf(synced), table, mode: 'filter', seesHidden: true }) as const,
    [synced, table],
  )
  const issues = useRuleIssues(text, { ground, isOpen: false })
  const apply = () => {
    if (text.trim() === '' || readRule(text, ground).ok) onFilter(text.trim())
  }
  const [issue] = issues
  const leave = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented) onLeave()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles Escape from the controls inside
    <div onKeyDown={leave} className="flex shrink-0 flex-col gap-1 border-b px-3.5 py-2">
      <div ref={container} tabIndex={-1} className="flex items-center gap-2 outline-none">
        <Editor
          value={text}
          ground={ground}
          issues={issues}
          describedBy={issue ? id : undefined}
          onChange={setText}
          onApply={apply}
        />
        <Button variant="primary" onClick={apply}>
          {strings.applyFilter}
        </Button>
        <Button
          variant="ghost"
          onClick={() => {
            onFilter('')
            onClose()
          }}
        >
          {strings.clearFilter}
        </Button>
      </div>
      {issue ? (
        <p id={id} role="alert" className="text-xs text-danger-text">
          {issue.message}
        </p>
      ) : null}
    </div>
  )
}
