import { Link } from 'react-router'
import { useTwoFactor } from '../../state/two-factor.ts'
import { SwitchRow } from '../../ui/forms/switch.tsx'
import { buttonStyle } from '../../ui/primitives/button.tsx'
import { cn } from '../../ui/primitives/cn.ts'
import { usePolicy, useSavePolicy } from './people-queries.ts'
import { peopleStrings as strings } from './strings.ts'

/** The organisation's policy for sign-in and accounts. */
export function Policy() {
  const { data } = usePolicy()
  const own = useTwoFactor()
  const saving = useSavePolicy()
  if (!data) return null
  const wanted = { ...data, ...(saving.isPending ? saving.variables : {}) }
  const isLockedOut = own.data?.enabled === false && !wanted.twoFactorRequired
  return (
    <div className="mt-6 flex flex-col gap-3 rounded-xl border bg-surface px-4 py-3 shadow-1">
      <div>
        <SwitchRow
          label={strings.twoFactorRequired}
          hint={isLockedOut ? strings.twoFactorFirst : strings.twoFactorHint}
          checked={wanted.twoFactorRequired}
          disabled={isLockedOut}
          onCheckedChange={(twoFactorRequired) => saving.mutate({ twoFactorRequired })}
        />
        {isLockedOut ? (
          <Link to="/two-factor" className={cn(buttonStyle('outline', 'sm'), 'mt-2')}>
            {strings.twoFactorOpen}
          </Link>
        ) : null}
      </div>
      <div className="border-t pt-3">
        <SwitchRow
          label={strings.accountsByAdminsOnly}
          hint={strings.accountsHint}
          checked={wanted.accountsByAdminsOnly}
          onCheckedChange={(accountsByAdminsOnly) => saving.mutate({ accountsByAdminsOnly })}
        />
      </div>
    </div>
  )
}
