import type { Column } from '@plinth/contract'
import { isAuthColumn, type SchemaIssue } from '@plinth/schema'
import { useState } from 'react'
import { useAnnouncement } from '../../../ui/primitives/announcement.tsx'
import { modKey } from '../../../ui/primitives/kbd.tsx'
import { fieldListStrings as strings } from '../strings/field-list-strings.ts'
import { FieldOptions, summariseOptions } from './field-options.tsx'
import { FIELD_GRID, type FieldActions, FieldRow } from './field-row.tsx'
import { FieldSource } from './field-source.tsx'
import { isUntouched, needsOptions } from './field-state.ts'
import { hasSeveralFields } from './read-fields.ts'
import { useFieldDrag } from './use-field-drag.ts'
import { useFieldKeys } from './use-field-keys.ts'
import { type FieldsOptions, useFields } from './use-fields.ts'
import { useRefusedNames } from './use-refused-names.ts'
import { useRowFocus } from './use-row-focus.ts'
import { useStable } from './use-stable.ts'

interface FieldListProps extends Omit<FieldsOptions, 'announce'> {
  /** Why the last save was refused. */
  issues: readonly Pick<SchemaIssue, 'columnId' | 'message'>[]
  /** The field that has the focus when the dialog opens. */
  focusId: string | undefined
}

function Header() {
  const { name, type, required, unique } = strings.columns
  return (
    <div
      aria-hidden="true"
      className={`${FIELD_GRID} sticky -top-1 z-10 bg-raised py-1 text-xs text-fg-3`}
    >
      <span />
      <span>{name}</span>
      <span>{type}</span>
      <span className="text-center">{required}</span>
      <span className="text-center">{unique}</span>
    </div>
  )
}

/** Why saving refused a field, or Sync would refuse it. */
function useProblems({ configuration, table, issues }: FieldListProps) {
  const { refusalOf, setTypingId } = useRefusedNames(configuration, table)
  const problemOf = (column: Column): string | undefined => {
    const issue = issues.find(({ columnId }) => columnId === column.id)
    if (issue) return issue.message
    if (column.name !== '') return refusalOf(column.id)
    return isUntouched(column) ? undefined : strings.unnamed
  }
  return { problemOf, setTypingId }
}

/** The fields of a table, one row each, and an empty row for the next. */
export function FieldList(props: FieldListProps) {
  const { configuration, table, focusId } = props
  const { announce, region } = useAnnouncement()
  const fields = useFields({ ...props, announce })
  const { problemOf, setTypingId } = useProblems(props)
  const [openId, setOpenId] = useState(focusId)
  const [note, setNote] = useState<string>()
  const { list, ...focus } = useRowFocus()
  const keys = useFieldKeys({ fields, openId, setOpenId, ...focus })
  const { drag, grip } = useFieldDrag(list, fields.move)
  const add = async (text: string) => {
    const count = await fields.addFrom(text)
    setNote(count === 0 ? strings.nothingFound : strings.added(count))
    focus.focusName(fields.blankId)
  }
  const actions = useStable<FieldActions>({
    rename: (column, name) => {
      setTypingId(column.id)
      fields.rename(column, name)
    },
    endName: (column) => {
      setTypingId(undefined)
      fields.endName(column)
    },
    setOptions: fields.setOptions,
    pressName: keys.pressName,
    grip,
    retype: (column, type) => {
      if (needsOptions(fields.retype(column, type))) setOpenId(column.id)
    },
    paste: (event) => {
      const text = event.clipboardData.getData('text')
      if (!hasSeveralFields(text)) return
      event.preventDefault()
      void add(text)
    },
    toggle: ({ id }) => setOpenId(openId === id ? undefined : id),
    remove: (column) => {
      const at = fields.rows.findIndex(({ id }) => id === column.id)
      fields.remove(column)
      focus.focusName(fields.rows[at + 1]?.id ?? fields.blankId)
    },
  })
  const row = (column: Column, at: number) => (
    <FieldRow
      key={column.id}
      column={column}
      position={at + 1}
      isBlank={column.id === fields.blankId}
      isLocked={isAuthColumn(table, column.id)}
      isOpen={openId === column.id}
      isFirstFocus={focusId === column.id}
      isDragged={drag?.columnId === column.id}
      isDropTarget={drag?.index === at}
      problem={problemOf(column)}
      summary={summariseOptions({ configuration, table, column })}
      actions={actions}
    >
      {openId === column.id ? (
        <FieldOptions
          {...{ configuration, table, column }}
          onChange={(part) => fields.setOptions(column, part)}
          onKeyDown={(event) => keys.pressOptions(event, column)}
        />
      ) : null}
    </FieldRow>
  )
  return (
    <section aria-label={strings.title} className="flex flex-col gap-2">
      <div>
        <h3 className="text-sm font-semibold">{strings.title}</h3>
        <p className="text-xs text-fg-3">{strings.hint(modKey('Enter'))}</p>
      </div>
      <div>
        <Header />
        <ol ref={list} aria-label={strings.title}>
          {fields.rows.map(row)}
        </ol>
      </div>
      <div className="flex items-center gap-3">
        <FieldSource onText={add} onFailure={() => setNote(strings.unreadable)} />
        <p role="status" className="text-xs text-fg-2">
          {note}
        </p>
      </div>
      {region}
    </section>
  )
}
