import { Content, Provider, Root, Trigger } from 'radix-ui/tooltip'
import type { ReactNode } from 'react'

/** Shares delays between tooltips, so that moving from one to the next is immediate. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Provider delayDuration={700} skipDelayDuration={300}>
      {children}
    </Provider>
  )
}

interface TooltipProps {
  text: string
  side?: 'top' | 'right' | 'bottom' | 'left'
  children: ReactNode
}

/** Not rendered in a portal, so that it belongs to the same landmark as its trigger. */
export function Tooltip({ text, side = 'bottom', children }: TooltipProps) {
  return (
    <Root>
      <Trigger asChild>{children}</Trigger>
      <Content
        side={side}
        sideOffset={6}
        collisionPadding={8}
        className="z-50 max-w-64 rounded-md bg-fg px-2 py-1 text-left text-xs text-surface shadow-2 data-[state=closed]:animate-fade-out data-[state=delayed-open]:animate-fade-in"
      >
        {text}
      </Content>
    </Root>
  )
}
