import { Command } from 'cmdk'
import { Check, Search } from 'lucide-react'
import { type ReactNode, useLayoutEffect, useRef } from 'react'

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
  onSearch: (search: string) => void
  onChoose: (value: string) => void
}

/** A searchable list of options; takes the focus on mount. */
export function OptionList(props: OptionListProps) {
  const { label, search, options, empty, onSearch, onChoose } = props
  const input = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => input.current?.focus({ preventScroll: true }), [])
  return (
    <Command label={label} shouldFilter={false} loop>
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
            onSelect={() => onChoose(value)}
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
