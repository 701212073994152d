import { Check } from 'lucide-react'
import {
  CheckboxItem,
  Content,
  Item,
  ItemIndicator,
  Label,
  RadioGroup,
  RadioItem,
  Root,
  Separator,
  Trigger,
} from 'radix-ui/dropdown-menu'
import type { ReactNode } from 'react'
import { cn } from './cn.ts'

interface DropdownMenuProps {
  trigger: ReactNode
  align?: 'start' | 'end'
  /** Controls the menu, for one that also opens by a right click. */
  open?: boolean
  onOpenChange?: (isOpen: boolean) => void
  children: ReactNode
}

const contentStyle =
  'z-40 max-h-(--radix-dropdown-menu-content-available-height) min-w-52 overflow-y-auto rounded-lg bg-raised p-1 shadow-3 outline-none data-[state=closed]:animate-pop-out data-[state=open]:animate-pop-in'

/** Not rendered in a portal, so that it belongs to the same landmark as its trigger. */
export function DropdownMenu({ trigger, align = 'end', children, ...control }: DropdownMenuProps) {
  return (
    <Root modal={false} {...control}>
      <Trigger asChild>{trigger}</Trigger>
      <Content align={align} sideOffset={6} collisionPadding={8} className={contentStyle}>
        {children}
      </Content>
    </Root>
  )
}

interface ContextMenuProps {
  label: string
  /** The pointer's position in the window; undefined if the menu is closed. */
  at: { x: number; y: number } | undefined
  onClose: () => void
  /** Called to return the focus after the menu has closed. */
  onLeave: () => void
  children: ReactNode
}

/** A menu at the pointer; the caller opens it by right click, the menu key or Shift+F10. */
export function ContextMenu({ label, at, onClose, onLeave, children }: ContextMenuProps) {
  return (
    // Mounted while closed: it tells a key press from a click, and focuses the first item after a key.
    <Root
      open={at !== undefined}
      modal={false}
      onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}
    >
      {at ? (
        <>
          <Trigger asChild>
            <button
              type="button"
              tabIndex={-1}
              aria-label={label}
              style={{ left: at.x, top: at.y }}
              className="pointer-events-none fixed size-0"
            />
          </Trigger>
          <Content
            align="start"
            collisionPadding={8}
            onCloseAutoFocus={(event) => {
              event.preventDefault()
              onLeave()
            }}
            onContextMenu={(event) => event.preventDefault()}
            className={contentStyle}
          >
            {children}
          </Content>
        </>
      ) : null}
    </Root>
  )
}

interface MenuItemProps {
  icon?: ReactNode
  shortcut?: ReactNode
  /** Red, for actions that cannot be undone. */
  tone?: 'danger'
  onSelect: () => void
  children: ReactNode
}

export function MenuItem({ icon, shortcut, tone, onSelect, children }: MenuItemProps) {
  return (
    <Item
      onSelect={onSelect}
      className={cn(
        'flex h-7.5 items-center gap-2 rounded-md px-2 text-sm outline-none select-none data-[highlighted]:bg-hover [&_svg]:size-4 [&_svg]:stroke-[1.75]',
        tone === 'danger' ? 'text-danger-text' : '[&_svg]:text-fg-3',
      )}
    >
      {icon}
      <span className="flex-1">{children}</span>
      {shortcut}
    </Item>
  )
}

interface MenuCheckProps {
  isChecked: boolean
  isDisabled?: boolean
  onToggle: () => void
  children: ReactNode
}

/** A checkbox item; the menu stays open. */
export function MenuCheck({ isChecked, isDisabled = false, onToggle, children }: MenuCheckProps) {
  return (
    <CheckboxItem
      checked={isChecked}
      disabled={isDisabled}
      onCheckedChange={onToggle}
      onSelect={(event) => event.preventDefault()}
      className="flex h-7.5 max-w-72 items-center gap-2 rounded-md px-2 text-sm outline-none select-none data-[disabled]:text-fg-3 data-[highlighted]:bg-hover"
    >
      <span className="grid size-4 shrink-0 place-items-center">
        <ItemIndicator>
          <Check aria-hidden="true" className="size-4 text-accent-text" />
        </ItemIndicator>
      </span>
      <span className="truncate">{children}</span>
    </CheckboxItem>
  )
}

interface MenuChoiceProps<V extends string> {
  label: string
  /** Whether the label is shown above the items. */
  isTitled?: boolean
  value: V
  options: readonly {
    value: V
    label: ReactNode
    detail?: string
    /** Why it is disabled, shown in place of the detail; undefined if it is enabled. */
    reason?: string | undefined
  }[]
  onChoose: (value: V) => void
}

/** A radio group of menu items, with descriptions where they have one. */
export function MenuChoice<V extends string>(props: MenuChoiceProps<V>) {
  const choose = (value: string) => {
    const isOpen = props.options.some((one) => one.value === value && one.reason === undefined)
    if (isOpen) props.onChoose(value as V)
  }
  return (
    <RadioGroup aria-label={props.label} value={props.value} onValueChange={choose}>
      {props.isTitled ? (
        <Label className="px-2 pt-1.5 pb-1 text-xs text-fg-2">{props.label}</Label>
      ) : null}
      {props.options.map(({ value, label, detail, reason }) => (
        <RadioItem
          key={value}
          value={value}
          {...(reason === undefined
            ? {}
            : { 'aria-disabled': true, onSelect: (event: Event) => event.preventDefault() })}
          className="group flex max-w-72 items-start gap-2 rounded-md px-2 py-1.5 outline-none select-none data-[highlighted]:bg-hover"
        >
          <span className="grid size-4 shrink-0 place-items-center pt-0.5">
            <ItemIndicator>
              <Check aria-hidden="true" className="size-4 text-accent-text" />
            </ItemIndicator>
          </span>
          <span className="flex flex-col items-start gap-0.5">
            <span className="group-aria-disabled:opacity-60">{label}</span>
            {reason === undefined && detail === undefined ? null : (
              <span className="text-xs text-fg-2">{reason ?? detail}</span>
            )}
          </span>
        </RadioItem>
      ))}
    </RadioGroup>
  )
}

export function MenuSeparator() {
  return <Separator className="-mx-1 my-1 h-px bg-line" />
}
