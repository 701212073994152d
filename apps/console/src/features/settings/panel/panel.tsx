import type { ReactNode } from 'react'

interface PanelProps {
  title: string
  text: string
  /** Shown at the right end of the header. */
  action?: ReactNode
  children: ReactNode
}

/** One settings section: heading, description and content. */
export function Panel({ title, text, action, children }: PanelProps) {
  return (
    <div className="mx-auto max-w-280 px-8 pt-8 pb-16">
      <header className="flex items-end justify-between gap-4">
        <div>
          <h2 className="text-xl font-semibold">{title}</h2>
          <p className="mt-0.5 text-sm text-fg-2">{text}</p>
        </div>
        {action}
      </header>
      <div className="mt-5">{children}</div>
    </div>
  )
}
