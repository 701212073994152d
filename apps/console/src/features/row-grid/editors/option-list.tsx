import { Command } from 'cmdk'
import { Check, Search } from 'lucide-react'
import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'

interface ListedOption {
  value: string
  label: ReactNode
  isChosen: boolean
}

interface OptionListProps {
  label: string
  search: string
  options: readonly ListedOption[]
  empty: string
  /** Whether the options do not belong to the search text yet; Enter and Tab then wait for them. */
  isStale?: boolean
  onSearch: (search: string) => void
  /** Called with `next` by Tab after a search, which chooses the highlighted option and moves on. */
  onChoose: (value: string, then: 'here' | 'next') => void
}

/** The highlighted option, and Enter and Tab pressed before the options of the search have arrived. */
function useHighlight({ search, options, isStale = false, onChoose }: OptionListProps) {
  const [active, setActive] = useState('')
  const [pressed, setPressed] = useState<'here' | 'next'>()
  const found = options.find(({ value }) => value.trim() === active) ?? options[0]
  useEffect(() => {
    if (found && found.value.trim() !== active) setActive(found.value.trim())
  }, [found, active])
  useEffect(() => {
    if (pressed === undefined || isStale) return
    setPressed(undefined)
    const [first] = options
    if (first) onChoose(first.value, pressed)
  }, [pressed, isStale, options, onChoose])
  const press = (event: KeyboardEvent) => {
    const isTab = event.key === 'Tab' && !event.shiftKey && search.trim() !== ''
    if (event.nativeEvent.isComposing || !(isTab || (event.key === 'Enter' && isStale))) return
    if (isTab && !isStale && !found) return
    event.preventDefault()
    event.stopPropagation()
    if (isStale) setPressed(isTab ? 'next' : 'here')
    else if (found) onChoose(found.value, 'next')
  }
  return { active, setActive, press }
}

/** A searchable list of options; takes the focus on mount. */
export function OptionList(props: OptionListProps) {
  const { label, search, options, empty, onSearch, onChoose } = props
  const { active, setActive, press } = useHighlight(props)
  const input = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => input.current?.focus({ preventScroll: true }), [])
  return (
    <Command
      label={label}
      shouldFilter={false}
      loop
      value={active}
      onValueChange={setActive}
      onKeyDown={press}
    >
      <div className="flex h-9 items-center gap-2 border-b px-2.5">
        <Search aria-hidden="true" className="size-3.5 text-fg-3" />
        <Command.Input
          ref={input}
          value={search}
          onValueChange={onSearch}
          aria-label={label}
          className="h-full min-w-0 flex-1 bg-transparent text-sm outline-none"
        />
      </div>
      <Command.List className="max-h-56 overflow-y-auto p-1">
        {options.length === 0 ? (
          <Command.Item disabled className="py-4 text-center text-sm text-fg-2">
            {empty}
          </Command.Item>
        ) : null}
        {options.map(({ value, label: words, isChosen }) => (
          <Command.Item
            key={value}
            value={value}
            onSelect={() => onChoose(value, 'here')}
            className="flex min-h-7.5 items-center gap-2 rounded-md px-2 text-sm select-none aria-selected:bg-hover"
          >
            <span className="min-w-0 flex-1">{words}</span>
            {isChosen ? (
              <Check aria-hidden="true" className="size-4 shrink-0 text-accent-text" />
            ) : null}
          </Command.Item>
        ))}
      </Command.List>
    </Command>
  )
}
