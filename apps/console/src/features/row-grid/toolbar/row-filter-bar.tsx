import type { Configuration } from '@plinth/contract'
import { catalogueOf, readRule } from '@plinth/expression'
import { findDisplayField } from '@plinth/schema'
import { type KeyboardEvent, useId, useMemo, useState } from 'react'
import { printConditions } from '../../../state/filter/conditions.ts'
import {
  type FilterField,
  listFilterFields,
  operatorsOf,
} from '../../../state/filter/filter-fields.ts'
import { filterStrings } from '../../../state/filter/filter-strings.ts'
import { suggestCorrection } from '../../../state/filter/suggest-correction.ts'
import { useRuleIssues } from '../../../state/rules/use-rule-issues.ts'
import { Button } from '../../../ui/primitives/button.tsx'
import { useFocusInside } from '../editors/use-focus-inside.ts'
import { WaitingText } from '../editors/waiting-text.tsx'
import type { RowScope } from '../rows/row-scope.ts'
import { gridStrings as strings } from '../strings/grid-strings.ts'
import type { FilterEditorProps } from './filter-editor.tsx'
import { filterBuilder, filterEditor } from './load-filter-editor.ts'
import { RelatedValue } from './related-value.tsx'

const LoadedFilterEditor = filterEditor.Part
const LoadedFilterBuilder = filterBuilder.Part

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

/** An expression with a field of this table, as the placeholder. */
function exampleOf(fields: readonly FilterField[]): string {
  const field = fields.find(({ type }) => type === 'select') ?? fields[0]
  const operator = field && operatorsOf(field)[0]
  if (!field || !operator) return ''
  const value = field.options[0] ?? EXAMPLES[field.type] ?? 'text'
  const item = { field: field.name, operator: operator.id, values: [value] }
  return printConditions({ join: 'and', items: [item] }, fields)
}

const EXAMPLES: Readonly<Record<string, string>> = {
  number: '100',
  date: '2026-01-31',
  checkbox: 'true',
}

interface FilterBarProps {
  synced: Configuration
  scope: RowScope
  /** The applied filter. */
  filter: string
  onFilter: (filter: string) => void
  onClose: () => void
  /** Called to return the focus to the grid. */
  onLeave: () => void
}

/** A filter expression for the rows, validated while typing. */
export function RowFilterBar(props: FilterBarProps) {
  const { synced, scope, filter, onFilter, onClose, onLeave } = props
  const { table } = scope
  const id = useId()
  const container = useFocusInside()
  const [text, setText] = useState(filter)
  const [applied, setApplied] = useState(filter)
  if (filter !== applied) {
    // Changed elsewhere, for example by the menu of a cell.
    setApplied(filter)
    setText(filter)
  }
  const ground = useMemo(
    () => ({ catalogue: catalogueOf(synced), table, mode: 'filter', seesHidden: true }) as const,
    [synced, table],
  )
  const found = useMemo(() => synced.tables.find(({ name }) => name === table), [synced, table])
  const fields = useMemo(() => (found ? listFilterFields(found) : []), [found])
  const issues = useRuleIssues(text, { ground, isOpen: false })
  const apply = () => {
    if (text.trim() === '' || readRule(text, ground).ok) onFilter(text.trim())
  }
  const [issue] = issues
  const searched = found && findDisplayField(found)?.name
  const correction = issue && suggestCorrection(text, issue, { fields, searched })
  const leave = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented) onLeave()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles Escape from the controls inside
    <div onKeyDown={leave} className="flex shrink-0 flex-col gap-1.5 border-b px-3.5 py-2">
      <LoadedFilterBuilder
        waiting={<div className="h-8" />}
        text={text}
        fields={fields}
        relationValue={(choice) => <RelatedValue {...choice} {...{ synced, scope }} />}
        onText={setText}
        onApply={apply}
      />
      <div ref={container} tabIndex={-1} className="flex items-center gap-2 outline-none">
        <Editor
          value={text}
          ground={ground}
          issues={issues}
          hint={exampleOf(fields)}
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
          {correction ? (
            <>
              {'. '}
              {filterStrings.didYouMean}{' '}
              <button
                type="button"
                onClick={() => setText(correction.text)}
                className="ring-focus h-6 rounded-sm px-0.5 font-mono underline underline-offset-2"
              >
                {correction.part}
              </button>
              ?
            </>
          ) : null}
        </p>
      ) : null}
    </div>
  )
}
