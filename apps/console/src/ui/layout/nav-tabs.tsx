import { NavLink } from 'react-router'

interface NavTabsProps {
  label: string
  tabs: readonly { to: string; label: string }[]
}

/** Tabs that are links; the current one is underlined. */
export function NavTabs({ label, tabs }: NavTabsProps) {
  return (
    <nav aria-label={label} className="flex h-full items-center gap-1">
      {tabs.map((tab) => (
        <NavLink
          key={tab.to}
          to={tab.to}
          className="group relative flex h-full items-center outline-none"
        >
          <span className="rounded-md px-3 py-1 text-sm font-medium text-fg-2 transition-colors duration-100 group-hover:text-fg group-focus-visible:shadow-[0_0_0_1px_var(--surface),0_0_0_3px_color-mix(in_oklch,var(--accent)_55%,transparent)] group-aria-[current=page]:text-fg">
            {tab.label}
          </span>
          <span
            aria-hidden="true"
            className="absolute inset-x-3 -bottom-px hidden h-0.5 bg-accent group-aria-[current=page]:block"
          />
        </NavLink>
      ))}
    </nav>
  )
}
