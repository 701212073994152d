import { ChevronDown } from 'lucide-react'
import { Content, Root, Trigger } from 'radix-ui/collapsible'
import { type ReactNode, useState } from 'react'

interface SectionProps {
  title: string
  /** Shown at the right end of the heading. */
  aside?: ReactNode
  children: ReactNode
}

/** A collapsible section; open at first. */
export function Section({ title, aside, children }: SectionProps) {
  const [open, setOpen] = useState(true)
  return (
    <Root open={open} onOpenChange={setOpen} className="border-b last:border-b-0">
      <h3>
        <Trigger className="group ring-focus flex h-9 w-full items-center gap-2 rounded-md px-3.5 text-left text-xs text-fg-2 hover:text-fg">
          <ChevronDown
            aria-hidden="true"
            className="size-3.5 shrink-0 transition-transform duration-100 group-data-[state=closed]:-rotate-90"
          />
          <span className="min-w-0 flex-1 truncate">{title}</span>
          {aside}
        </Trigger>
      </h3>
      <Content>{children}</Content>
    </Root>
  )
}
