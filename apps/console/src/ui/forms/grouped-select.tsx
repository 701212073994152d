import { Check, ChevronDown } from 'lucide-react'
import {
  Content,
  Group,
  Icon,
  Item,
  ItemIndicator,
  ItemText,
  Label,
  Root,
  Trigger,
  Value,
  Viewport,
} from 'radix-ui/select'
import type { ReactNode } from 'react'
import type { FieldControl } from './field.tsx'
import { useCloseFocus } from './use-close-focus.ts'

interface GroupedSelectProps<V extends string> extends FieldControl {
  value: V
  groups: readonly { label: string; values: readonly V[] }[]
  iconOf: (value: V) => ReactNode
  labelOf: (value: V) => string
  onValueChange: (value: V) => void
}

const iconStyle = 'grid size-4 shrink-0 place-items-center text-fg-2 [&_svg]:size-4'

/** A select with grouped options. */
export function GroupedSelect<V extends string>(props: GroupedSelectProps<V>) {
  const { value, groups, iconOf, labelOf, onValueChange, required: _, ...control } = props
  const { trigger, onCloseAutoFocus } = useCloseFocus()
  return (
    <Root value={value} onValueChange={(next) => onValueChange(next as V)}>
      <Trigger
        {...control}
        ref={trigger}
        className="ring-control flex h-8 w-full items-center gap-2 rounded-md border border-line-strong bg-surface px-2.5 text-sm text-fg shadow-1 transition-[border-color,box-shadow] duration-100"
      >
        <span aria-hidden="true" className={iconStyle}>
          {iconOf(value)}
        </span>
        <span className="min-w-0 truncate">
          <Value>{labelOf(value)}</Value>
        </span>
        <Icon className="ml-auto">
          <ChevronDown aria-hidden="true" className="size-4 text-fg-3" />
        </Icon>
      </Trigger>
      <Content
        position="popper"
        sideOffset={4}
        onCloseAutoFocus={onCloseAutoFocus}
        className="z-50 max-h-[min(22rem,var(--radix-select-content-available-height))] w-(--radix-select-trigger-width) overflow-hidden rounded-lg bg-raised p-1 shadow-3 data-[state=closed]:animate-pop-out data-[state=open]:animate-pop-in"
      >
        <Viewport>
          {groups.map((group) => (
            <Group key={group.label} className="pb-1 last:pb-0">
              <Label className="px-2 pt-2 pb-1 text-2xs font-medium text-fg-3">{group.label}</Label>
              {group.values.map((option) => (
                <Item
                  key={option}
                  value={option}
                  className="flex h-7.5 items-center gap-2 rounded-md px-2 text-sm outline-none select-none data-[highlighted]:bg-hover data-[state=checked]:font-medium"
                >
                  <span aria-hidden="true" className={iconStyle}>
                    {iconOf(option)}
                  </span>
                  <ItemText>{labelOf(option)}</ItemText>
                  <ItemIndicator className="ml-auto">
                    <Check aria-hidden="true" className="size-4 text-accent-text" />
                  </ItemIndicator>
                </Item>
              ))}
            </Group>
          ))}
        </Viewport>
      </Content>
    </Root>
  )
}
