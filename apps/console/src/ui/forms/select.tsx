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
import { cn } from '../primitives/cn.ts'
import type { FieldControl } from './field.tsx'

interface SelectOption<V extends string = string> {
  value: V
  label: string
  /** Smaller text after the label. */
  note?: string
  /** Shown, but not selectable. */
  disabled?: boolean
}

interface SelectProps<V extends string> extends FieldControl {
  value: V
  options: readonly SelectOption<V>[]
  disabled?: boolean
  onValueChange: (value: V) => void
}

/** Not rendered in a portal, so that inside a dialog it belongs to the dialog. */
export function Select<V extends string>({
  value,
  options,
  disabled = false,
  onValueChange,
  required: _,
  ...control
}: SelectProps<V>) {
  return (
    <Root value={value} disabled={disabled} onValueChange={(next) => onValueChange(next as V)}>
      <Trigger
        {...control}
        className="ring-control flex h-8 w-full items-center justify-between rounded-md border border-line-strong bg-surface px-2.5 text-sm text-fg shadow-1 transition-[border-color,box-shadow] duration-100 disabled:opacity-60"
      >
        <Value>{options.find((option) => option.value === value)?.label}</Value>
        <Icon>
          <ChevronDown aria-hidden="true" className="size-4 text-fg-3" />
        </Icon>
      </Trigger>
      <Content
        position="popper"
        sideOffset={4}
        className="z-50 max-h-(--radix-select-content-available-height) w-(--radix-select-trigger-width) overflow-hidden rounded-lg bg-raised p-1 shadow-3 data-[state=closed]:animate-pop-out data-[state=open]:animate-pop-in"
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
    </Root>
  )
}
