import type { ReactNode } from 'react'

export function Kbd({ children }: { children: ReactNode }) {
  return (
    <kbd className="inline-flex h-4.5 whitespace-nowrap min-w-4.5 items-center justify-center rounded-sm border border-line-strong bg-sunken px-1 font-sans text-2xs font-medium text-fg-3">
      {children}
    </kbd>
  )
}

/** A shortcut with the platform's modifier key. */
export function modKey(key: string): string {
  return /Mac|iPhone|iPad/.test(navigator.platform) ? `⌘${key}` : `Ctrl ${key}`
}
