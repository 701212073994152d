import { useEffect, useRef, useState } from 'react'
import { SearchInput } from '../../ui/forms/search-input.tsx'
import { useShortcut } from '../../ui/hooks/use-shortcut.ts'
import { Segmented } from '../../ui/primitives/segmented.tsx'
import type { ListFilter } from './list-filter.ts'
import { projectListStrings as strings } from './strings.ts'

const TYPING_PAUSE_MS = 200

const STATUSES = [
  { value: 'all', label: strings.all },
  { value: 'in-sync', label: strings.inSync },
  { value: 'out-of-sync', label: strings.outOfSync },
  { value: 'archived', label: strings.archived },
] as const

interface FilterBarProps {
  filter: ListFilter
  onChange: (part: Partial<ListFilter>) => void
}

/** The search text, debounced; follows the URL when that changes. */
function useTypedSearch({ filter, onChange }: FilterBarProps) {
  const [typed, setTyped] = useState(filter.search)
  const known = useRef(filter.search)
  useEffect(() => {
    if (filter.search === known.current) return
    known.current = filter.search
    setTyped(filter.search)
  }, [filter.search])
  useEffect(() => {
    const search = typed.trim()
    if (search === known.current) return
    const timer = setTimeout(() => {
      known.current = search
      onChange({ search })
    }, TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed, onChange])
  return [typed, setTyped] as const
}

/** The selected status, shown at once because the URL updates later; follows the URL when that changes. */
function usePickedStatus({ filter, onChange }: FilterBarProps) {
  const [picked, setPicked] = useState(filter.status)
  useEffect(() => setPicked(filter.status), [filter.status])
  const pick = (status: ListFilter['status']) => {
    setPicked(status)
    onChange({ status })
  }
  return [picked, pick] as const
}

export function ProjectFilterBar(props: FilterBarProps) {
  const [picked, pick] = usePickedStatus(props)
  const [typed, setTyped] = useTypedSearch(props)
  const bar = useRef<HTMLDivElement>(null)
  useShortcut('/', () => bar.current?.querySelector('input')?.focus())
  return (
    <div ref={bar} className="mt-6 flex flex-wrap items-center gap-2">
      <SearchInput label={strings.search} value={typed} onValueChange={setTyped} maxLength={120} />
      <Segmented
        label={strings.filterLabel}
        value={picked ?? 'all'}
        options={STATUSES}
        onValueChange={(status) => pick(status === 'all' ? undefined : status)}
      />
    </div>
  )
}
