import { useState } from 'react'
import { viewCell } from '../cells/cell-view.tsx'
import { listChoices } from '../rows/list-choices.ts'
import type { Move } from '../selection/use-grid-state.ts'
import { editorStrings as strings } from '../strings/editor-strings.ts'
import { addChoice, toggleChoice } from './choices.ts'
import { EditorPopover } from './editor-popover.tsx'
import type { EditorProps } from './editor-props.ts'
import { OptionList } from './option-list.tsx'

/** Selects one or several options. */
export function SelectEditor({ field, label, value, onCommit, onCancel }: EditorProps<'select'>) {
  const { selectOptions, hasMultiple } = field.options
  const [chosen, setChosen] = useState(() => listChoices(value))
  const [search, setSearch] = useState('')
  const wanted = search.trim().toLowerCase()
  const found = selectOptions.filter((option) => option.toLowerCase().includes(wanted))
  const done = (move: Move) => {
    onCommit({ value: hasMultiple ? chosen : (chosen[0] ?? null) }, move)
  }
  const choose = (option: string, then: 'here' | 'next') => {
    if (then === 'next') return onCommit(addChoice(chosen, option, hasMultiple), 'right')
    if (!hasMultiple) return onCommit({ value: chosen.includes(option) ? null : option }, 'here')
    setChosen(toggleChoice(chosen, option))
    setSearch('')
  }
  const column = { key: field.id, name: '', icon: field.type, column: field, field, stored: '' }
  return (
    <EditorPopover label={label} width={232} height={300} onDone={done} onCancel={onCancel}>
      <OptionList
        label={strings.findOption(label)}
        search={search}
        onSearch={setSearch}
        empty={strings.noOption}
        onChoose={choose}
        options={found.map((option) => ({
          value: option,
          label: viewCell(column, { value: option }),
          isChosen: chosen.includes(option),
        }))}
      />
      {hasMultiple ? (
        <p className="border-t px-2.5 py-1.5 text-xs text-fg-3">{strings.several}</p>
      ) : null}
    </EditorPopover>
  )
}
