import { Lock } from 'lucide-react'
import { useIsAdmin } from '../../state/current-user.ts'
import { projectShellStrings as strings } from './strings.ts'

/** The banner on every production screen, with what the user can change there. */
export function ProductionNote() {
  const admin = useIsAdmin()
  return (
    <aside
      aria-label={strings.environment}
      className="flex h-8 shrink-0 items-center gap-2 border-b border-violet-text/30 bg-violet-soft px-4 text-xs text-violet-text shadow-[inset_0_2px_0_var(--violet-text)]"
    >
      <Lock aria-hidden="true" className="size-3.5 shrink-0" />
      <p className="truncate">
        <strong className="font-semibold">{strings.production}</strong>{' '}
        {admin ? strings.productionAdmin : strings.productionMember}
      </p>
    </aside>
  )
}
