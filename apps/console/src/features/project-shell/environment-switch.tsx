import { ENVIRONMENT_NAMES, type EnvironmentName } from '@plinth/contract'
import { ChevronDown } from 'lucide-react'
import { useLocation, useNavigate } from 'react-router'
import { inEnvironment, useEnvironment } from '../../state/environment.ts'
import { EnvironmentBadge } from '../../state/environment-badge.tsx'
import { cn } from '../../ui/primitives/cn.ts'
import { DropdownMenu, MenuChoice } from '../../ui/primitives/dropdown-menu.tsx'
import { projectShellStrings as strings } from './strings.ts'

const TONES: Record<EnvironmentName, string> = {
  dev: 'bg-slate-soft text-slate-text',
  production: 'bg-violet-soft text-violet-text ring-1 ring-violet-text/50',
}

/** A workflow belongs to one environment, so the other one shows its list. */
function pathIn(pathname: string): string {
  return pathname.replace(/\/workflow\/edit(\/.*)?$/, '/workflow')
}

/** Shows the current environment and switches to the other one. */
export function EnvironmentSwitch({ canReadProduction }: { canReadProduction: boolean }) {
  const environment = useEnvironment()
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const go = (next: EnvironmentName) => {
    if (next === environment) return
    navigate({ pathname: pathIn(pathname), search: inEnvironment(search, next) })
  }
  return (
    <DropdownMenu
      align="start"
      trigger={
        <button
          type="button"
          aria-label={strings.environmentIs(environment)}
          className={cn(
            'ring-focus flex h-6 shrink-0 items-center gap-1 rounded-md pr-1 pl-2 text-xs font-medium',
            TONES[environment],
          )}
        >
          {environment}
          <ChevronDown aria-hidden="true" className="size-3.5" />
        </button>
      }
    >
      <MenuChoice
        label={strings.environment}
        value={environment}
        options={ENVIRONMENT_NAMES.map((value) => ({
          value,
          label: <EnvironmentBadge name={value} />,
          detail: strings.environments[value],
          reason:
            value === 'production' && !canReadProduction ? strings.productionClosed : undefined,
        }))}
        onChoose={go}
      />
    </DropdownMenu>
  )
}
