import { Check, ChevronDown } from 'lucide-react'
import {
  Content,
  Icon,
  Item,
  ItemIndicator,
  ItemText,
  Root,
  Trigger,
  Value,
  Viewport,
} from 'radix-ui/select'
import { type ReactNode, useState } from 'react'
import { cn } from '../primitives/cn.ts'
import type { FieldControl } from './field.tsx'
import { useCloseFocus } from './use-close-focus.ts'

interface SelectOption<V extends string = string> {
  value: V
  label: string
  /** Smaller text after the label. */
  note?: string
  icon?: ReactNode
  /** Shown, but not selectable. */
  disabled?: boolean
}

interface SelectProps<V extends string> extends FieldControl {
  value: V
  options: readonly SelectOption<V>[]
  disabled?: boolean
  /** Shown while no option is chosen. */
  placeholder?: string
  /** Renders the options only while they are open, for a form with many selects. */
  isLazy?: boolean
  onValueChange: (value: V) => void
}

/** Not rendered in a portal, so that inside a dialog it belongs to the dialog. */
export function Select<V extends string>({
  value,
  options,
  disabled = false,
  isLazy = false,
  placeholder,
  onValueChange,
  required: _,
  ...control
}: SelectProps<V>) {
  const chosen = options.find((option) => option.value === value)
  const [isOpen, setOpen] = useState(false)
  const { trigger, onCloseAutoFocus } = useCloseFocus()
  const empty = <span className="text-fg-3">{placeholder}</span>
  return (
    <Root
      value={value}
      disabled={disabled}
      open={isOpen}
      onOpenChange={setOpen}
      onValueChange={(next) => onValueChange(next as V)}
    >
      <Trigger
        {...control}
        ref={trigger}
        className="ring-control flex h-8 w-full items-center justify-between rounded-md border border-line-strong bg-surface px-2.5 text-sm text-fg shadow-1 transition-[border-color,box-shadow] duration-100 disabled:opacity-60"
      >
        <span className="flex min-w-0 items-center gap-2 [&>span]:truncate">
          {chosen?.icon}
          <Value placeholder={empty}>{chosen?.label ?? empty}</Value>
        </span>
        <Icon>
          <ChevronDown aria-hidden="true" className="size-4 text-fg-3" />
        </Icon>
      </Trigger>
      {isLazy && !isOpen ? null : (
        <Content
          position="popper"
          sideOffset={4}
          onCloseAutoFocus={onCloseAutoFocus}
          className="z-50 max-h-(--radix-select-content-available-height) min-w-(--radix-select-trigger-width) overflow-hidden rounded-lg bg-raised p-1 shadow-3 data-[state=closed]:animate-pop-out data-[state=open]:animate-pop-in"
        >
          <Viewport>
            {options.map((option) => (
              <Item
                key={option.value}
                value={option.value}
                disabled={option.disabled ?? false}
                className={cn(
                  'flex h-7.5 items-center gap-2 rounded-md pr-2 pl-2 text-sm outline-none select-none',
                  'data-[disabled]:text-fg-3 data-[highlighted]:bg-hover data-[state=checked]:font-medium',
                )}
              >
                {option.icon}
                <ItemText>
                  {option.label}{' '}
                  {option.note ? (
                    <span className="pl-2 text-xs font-normal text-fg-3">{option.note}</span>
                  ) : null}
                </ItemText>
                <ItemIndicator className="ml-auto">
                  <Check aria-hidden="true" className="size-4 text-accent-text" />
                </ItemIndicator>
              </Item>
            ))}
          </Viewport>
        </Content>
      )}
    </Root>
  )
}
