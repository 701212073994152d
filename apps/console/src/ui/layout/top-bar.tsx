import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { BrandMark } from '../primitives/brand-mark.tsx'

interface TopBarProps {
  homeLabel: string
  homePath: string
  /** Hides the separator after the logo, for pages without a breadcrumb. */
  isNowhere?: boolean
  children: ReactNode
}

export function TopBar({ homeLabel, homePath, isNowhere = false, children }: TopBarProps) {
  return (
    <header className="flex h-12 shrink-0 items-center border-b bg-surface px-3">
      <Link to={homePath} aria-label={homeLabel} className="ring-focus flex rounded-md">
        <BrandMark />
      </Link>
      {isNowhere ? null : (
        <span aria-hidden="true" className="mx-3 text-base text-line-strong select-none">
          /
        </span>
      )}
      {children}
    </header>
  )
}

/** A divider between groups of a bar. */
export function BarDivider() {
  return <span aria-hidden="true" className="mx-1 h-5 w-px bg-line" />
}
