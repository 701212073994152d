import { Content, List, Root, Trigger } from 'radix-ui/tabs'
import type { ReactNode } from 'react'

interface TabsProps<V extends string> {
  label: string
  value: V
  tabs: readonly { value: V; label: string; content: ReactNode }[]
  onValueChange: (value: V) => void
  /** Hides the other tabs instead of removing them, so that forms keep what was typed there. */
  keepsAll?: boolean
}

/** Tabs within a page; the current one is underlined. */
export function Tabs<V extends string>({
  label,
  value,
  tabs,
  onValueChange,
  keepsAll,
}: TabsProps<V>) {
  return (
    <Root value={value} onValueChange={(next) => onValueChange(next as V)}>
      <List aria-label={label} className="flex gap-5 border-b">
        {tabs.map((tab) => (
          <Trigger
            key={tab.value}
            value={tab.value}
            className="ring-focus relative -mb-px h-9 rounded-sm text-base font-semibold text-fg-3 transition-colors duration-100 hover:text-fg data-[state=active]:text-fg data-[state=active]:after:absolute data-[state=active]:after:inset-x-0 data-[state=active]:after:bottom-0 data-[state=active]:after:h-0.5 data-[state=active]:after:bg-accent"
          >
            {tab.label}
          </Trigger>
        ))}
      </List>
      {tabs.map((tab) => (
        <Content
          key={tab.value}
          value={tab.value}
          tabIndex={-1}
          {...(keepsAll ? { forceMount: true } : {})}
          className="outline-none data-[state=inactive]:hidden"
        >
          {tab.content}
        </Content>
      ))}
    </Root>
  )
}
