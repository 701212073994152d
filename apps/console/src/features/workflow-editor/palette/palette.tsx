import type { NodeDefinition } from '@plinth/contract'
import { X } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useMemo, useRef, useState } from 'react'
import { SearchInput } from '../../../ui/forms/search-input.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { Button } from '../../../ui/primitives/button.tsx'
import { workflowEditorStrings as strings } from '../strings/editor-strings.ts'
import { PaletteEntry } from './palette-entry.tsx'
import { type DefinitionGroups, searchDefinitions } from './search-definitions.ts'

const words = strings.palette

interface PaletteProps {
  groups: DefinitionGroups
  searchRef: RefObject<HTMLInputElement | null>
  /** Describes where the next node goes; undefined if no placement is set. */
  place: string | undefined
  /** Whether a node type fits there. */
  fits: (definition: NodeDefinition) => boolean
  onAdd: (definition: NodeDefinition) => void
  onCancelPlace: () => void
}

function entriesIn(list: HTMLElement | null): HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>('[data-entry]') ?? [])]
}

function PlaceNote({ place, onCancel }: { place: string; onCancel: () => void }) {
  return (
    <div className="mx-2 mt-2 flex items-center gap-2 rounded-md bg-accent-soft py-1 pr-1 pl-2.5 text-xs text-accent-text">
      <span className="min-w-0 flex-1">{place}</span>
      <Button variant="ghost" size="icon-sm" aria-label={words.cancel} onClick={onCancel}>
        <X aria-hidden="true" />
      </Button>
    </div>
  )
}

/** Node types by category; arrow keys move between them, Enter adds one. */
export function Palette(props: PaletteProps) {
  const { groups, fits, place, searchRef } = props
  const [search, setSearch] = useState('')
  const list = useRef<HTMLDivElement>(null)
  const shown = useMemo(() => {
    const found = Object.entries(searchDefinitions(groups, search))
    return found
      .map(([category, all]) => [category, all.filter(fits)] as const)
      .filter(([, definitions]) => definitions.length > 0)
  }, [groups, search, fits])
  const first = shown[0]?.[1][0]

  const add = (definition: NodeDefinition) => {
    props.onAdd(definition)
    setSearch('')
  }
  const press = (event: KeyboardEvent) => {
    const entries = entriesIn(list.current)
    const at = entries.indexOf(document.activeElement as HTMLElement)
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      const next = at + (event.key === 'ArrowDown' ? 1 : -1)
      if (next < 0) searchRef.current?.focus()
      else entries[Math.min(next, entries.length - 1)]?.focus()
    } else if (event.key === 'Enter' && event.target === searchRef.current && first) {
      event.preventDefault()
      add(first)
    } else if (event.key === 'Escape' && (search !== '' || place !== undefined)) {
      event.preventDefault()
      setSearch('')
      props.onCancelPlace()
    }
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles keys of the controls inside
    <div onKeyDown={press} className="flex h-full min-h-0 flex-col bg-surface">
      <h2 className="flex h-11 shrink-0 items-center px-3.5 text-sm font-semibold">
        {words.title}
      </h2>
      <div className="px-2">
        <SearchInput
          label={words.search}
          value={search}
          onValueChange={setSearch}
          inputRef={searchRef}
          className="w-full"
        />
      </div>
      {place === undefined ? null : <PlaceNote place={place} onCancel={props.onCancelPlace} />}
      <div ref={list} className="mt-2.5 min-h-0 flex-1 overflow-y-auto border-t">
        {shown.map(([category, definitions]) => (
          <Section
            key={category}
            title={category}
            aside={<span className="text-2xs text-fg-3 tabular-nums">{definitions.length}</span>}
          >
            <ul className="px-1.5 pb-2">
              {definitions.map((definition) => (
                <PaletteEntry key={definition.name} definition={definition} onAdd={add} />
              ))}
            </ul>
          </Section>
        ))}
        {shown.length === 0 ? (
          <p role="status" className="px-4 py-6 text-center text-xs text-fg-2">
            {search === '' ? (place ? words.noneFits : words.emptyText) : words.none(search)}
          </p>
        ) : null}
      </div>
    </div>
  )
}
