import { Command } from 'cmdk'
import { Check, ChevronsUpDown, Search } from 'lucide-react'
import { Content, Root, Trigger } from 'radix-ui/popover'
import { type ReactNode, useId, useState } from 'react'
import type { FieldControl } from './field.tsx'

interface ComboboxOption {
  value: string
  label: string
  detail: string
  icon?: ReactNode
}

interface ComboboxProps extends FieldControl {
  /** The selected option, shown in the closed control. */
  chosen: ComboboxOption | undefined
  options: readonly ComboboxOption[]
  placeholder: string
  search: string
  searchLabel: string
  /** Text for an empty list. */
  empty: string
  onSearchChange: (search: string) => void
  onChoose: (option: ComboboxOption) => void
}

const triggerStyle =
  'ring-control flex h-8 w-full items-center justify-between gap-2 rounded-md border border-line-strong bg-surface px-2.5 text-left text-sm text-fg shadow-1 transition-[border-color,box-shadow] duration-100'

function OptionIcon({ children }: { children: ReactNode }) {
  return (
    <span
      aria-hidden="true"
      className="grid size-4 shrink-0 place-items-center text-fg-2 [&_svg]:size-4"
    >
      {children}
    </span>
  )
}

function OptionItem({
  option,
  checked,
  onChoose,
}: {
  option: ComboboxOption
  checked: boolean
  onChoose: () => void
}) {
  return (
    <Command.Item
      value={option.value}
      onSelect={onChoose}
      className="flex h-11 items-center gap-2 rounded-md px-2 text-sm select-none aria-selected:bg-hover"
    >
      {option.icon ? <OptionIcon>{option.icon}</OptionIcon> : null}
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="truncate leading-4.5">{option.label}</span>
        <span className="truncate text-xs leading-4.5 text-fg-2">{option.detail}</span>
      </span>
      {checked ? <Check aria-hidden="true" className="size-4 shrink-0 text-accent-text" /> : null}
    </Command.Item>
  )
}

function SearchLine({
  label,
  ...rest
}: {
  label: string
  value: string
  onValueChange: (text: string) => void
}) {
  return (
    <div className="flex h-9 items-center gap-2 border-b px-2.5">
      <Search aria-hidden="true" className="size-3.5 text-fg-3" />
      <Command.Input
        {...rest}
        aria-label={label}
        placeholder={label}
        className="h-full min-w-0 flex-1 bg-transparent text-sm outline-none placeholder:text-fg-3"
      />
    </div>
  )
}

/** The highlighted option; falls back to the first one when the results change. */
function useMarked(options: readonly ComboboxOption[]) {
  const [marked, setMarked] = useState('')
  const known = options.some(({ value }) => value === marked)
  return [known ? marked : (options[0]?.value ?? ''), setMarked] as const
}

/** Searchable select; the caller provides the matching options. */
export function Combobox(props: ComboboxProps) {
  const { chosen, options, required: _, ...rest } = props
  const { placeholder, search, searchLabel, empty, onSearchChange, onChoose, ...control } = rest
  const [open, setOpen] = useState(false)
  const [marked, setMarked] = useMarked(options)
  const listId = useId()
  const choose = (option: ComboboxOption) => {
    onChoose(option)
    setOpen(false)
  }
  return (
    <Root open={open} onOpenChange={setOpen}>
      <Trigger
        {...control}
        role="combobox"
        aria-haspopup="listbox"
        aria-expanded={open}
        aria-controls={listId}
        className={triggerStyle}
      >
        {chosen?.icon ? <OptionIcon>{chosen.icon}</OptionIcon> : null}
        <span className={`mr-auto truncate ${chosen ? '' : 'text-fg-3'}`}>
          {chosen ? chosen.label : placeholder}
        </span>
        <ChevronsUpDown aria-hidden="true" className="size-4 shrink-0 text-fg-3" />
      </Trigger>
      <Content
        id={listId}
        aria-label={searchLabel}
        sideOffset={4}
        className="z-50 w-(--radix-popover-trigger-width) overflow-hidden rounded-lg bg-raised shadow-3 outline-none data-[state=closed]:animate-pop-out data-[state=open]:animate-pop-in"
      >
        <Command
          label={searchLabel}
          shouldFilter={false}
          loop
          value={marked}
          onValueChange={setMarked}
        >
          <SearchLine label={searchLabel} value={search} onValueChange={onSearchChange} />
          <Command.List className="max-h-57 overflow-y-auto p-1">
            {options.length === 0 ? (
              // A disabled option, because a listbox without options is invalid for screen readers.
              <Command.Item disabled className="py-5 text-center text-sm text-fg-2">
                {empty}
              </Command.Item>
            ) : null}
            {options.map((option) => (
              <OptionItem
                key={option.value}
                option={option}
                checked={option.value === chosen?.value}
                onChoose={() => choose(option)}
              />
            ))}
          </Command.List>
        </Command>
      </Content>
    </Root>
  )
}
