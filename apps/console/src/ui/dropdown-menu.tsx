import { Content, Item, Root, Separator, Trigger } from 'radix-ui/dropdown-menu'
import type { ReactNode } from 'react'
import { cn } from './cn.ts'

interface DropdownMenuProps {
  trigger: ReactNode
  align?: 'start' | 'end'
  children: ReactNode
}

/** Stays where its trigger is in the document, so that it belongs to the same landmark. */
export function DropdownMenu({ trigger, align = 'end', children }: DropdownMenuProps) {
  return (
    <Root modal={false}>
      <Trigger asChild>{trigger}</Trigger>
      <Content
        align={align}
        sideOffset={6}
        collisionPadding={8}
        className="z-40 min-w-52 rounded-lg bg-raised p-1 shadow-3 outline-none data-[state=closed]:animate-pop-out data-[state=open]:animate-pop-in"
      >
        {children}
      </Content>
    </Root>
  )
}

interface MenuItemProps {
  icon?: ReactNode
  shortcut?: ReactNode
  /** What cannot be taken back is red. */
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

export function MenuSeparator() {
  return <Separator className="-mx-1 my-1 h-px bg-line" />
}
