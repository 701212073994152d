import { useState } from 'react'
import { Chip } from '../../../ui/primitives/chip.tsx'
import { listChoices } from '../rows/list-choices.ts'
import type { Move } from '../selection/use-grid-state.ts'
import { editorStrings as strings } from '../strings/editor-strings.ts'
import { addChoice, toggleChoice } from './choices.ts'
import { EditorPopover } from './editor-popover.tsx'
import type { EditorProps } from './editor-props.ts'
import { OptionList } from './option-list.tsx'
import { useRelatedRows } from './use-related-rows.ts'

/** Selects rows of the related table by searching; shows the selected ones as chips. */
export function RelationEditor(props: EditorProps<'relation'>) {
  const { field, label, value, synced, scope, onCommit, onCancel } = props
  const { hasMultiple, tableId } = field.options
  const [chosen, setChosen] = useState(() => listChoices(value))
  const [search, setSearch] = useState('')
  const { found, names, isLoading, isStale } = useRelatedRows({
    synced,
    scope,
    tableId,
    search,
    chosen,
  })
  const done = (move: Move) => {
    onCommit({ value: hasMultiple ? chosen : (chosen[0] ?? null) }, move)
  }
  const choose = (id: string, then: 'here' | 'next') => {
    if (then === 'next') return onCommit(addChoice(chosen, id, hasMultiple), 'right')
    if (!hasMultiple) return onCommit({ value: chosen.includes(id) ? null : id }, 'here')
    setChosen(toggleChoice(chosen, id))
    setSearch('')
  }
  return (
    <EditorPopover label={label} width={320} height={340} onDone={done} onCancel={onCancel}>
      {chosen.length === 0 ? null : (
        <div className="flex max-h-24 flex-wrap gap-1 overflow-y-auto border-b p-2">
          {chosen.map((id) => (
            <Chip
              key={id}
              label={names.get(id) ?? id}
              title={id}
              removeLabel={strings.remove(names.get(id) ?? id)}
              onRemove={() => setChosen(chosen.filter((one) => one !== id))}
            />
          ))}
        </div>
      )}
      <OptionList
        label={strings.findRow(label)}
        search={search}
        onSearch={setSearch}
        isStale={isStale}
        empty={isLoading ? strings.searching : strings.noRow}
        onChoose={choose}
        options={found.map(({ id, name }) => ({
          value: id,
          isChosen: chosen.includes(id),
          label: (
            <span className="flex min-w-0 flex-col py-1">
              <span className="truncate leading-4.5">{name}</span>
              <span className="truncate font-mono text-2xs text-fg-3">{id}</span>
            </span>
          ),
        }))}
      />
    </EditorPopover>
  )
}
