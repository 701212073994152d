import type { Constant } from '@plinth/contract'
import { StaleNotice } from '../../../ui/forms/stale-notice.tsx'
import { useEnvironmentName } from '../panel/settings-queries.ts'
import { settingsStrings as settings } from '../panel/strings.ts'
import type { Stale } from '../panel/use-edit.ts'
import { type ConstantValues, constantValuesOf } from './constant-values.ts'
import { constantsStrings as strings } from './strings.ts'

interface ConstantStaleProps {
  stale: Stale
  yours: ConstantValues
  onKeepMine: () => void
  onTakeTheirs: (theirs: ConstantValues) => void
}

function shown({ value, secret }: ConstantValues): string {
  return secret ? strings.hidden : value
}

/** Both versions of a constant; secrets are hidden. */
export function ConstantStale({ stale, yours, onKeepMine, onTakeTheirs }: ConstantStaleProps) {
  const nameOf = useEnvironmentName()
  const theirs = constantValuesOf(stale.theirs as Constant)
  const yesOrNo = (secret: boolean) => (secret ? strings.yes : strings.no)
  return (
    <StaleNotice
      act={stale.act}
      sides={[
        { label: strings.key, yours: yours.key, theirs: theirs.key },
        { label: strings.value, yours: shown(yours), theirs: shown(theirs) },
        {
          label: settings.environment,
          yours: nameOf(yours.environment) ?? '',
          theirs: nameOf(theirs.environment) ?? '',
        },
        { label: strings.secret, yours: yesOrNo(yours.secret), theirs: yesOrNo(theirs.secret) },
      ]}
      onKeepMine={onKeepMine}
      onTakeTheirs={() => onTakeTheirs(theirs)}
    />
  )
}
