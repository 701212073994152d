import { ENVIRONMENT_NAMES, type EnvironmentName } from '@plinth/contract'
import { useCurrentProject } from '../../../state/current-project.tsx'
import { useIsAdmin } from '../../../state/current-user.ts'
import { Field } from '../../../ui/forms/field.tsx'
import { Input } from '../../../ui/forms/input.tsx'
import { RestoreContents } from './restore-contents.tsx'
import { restoreStrings as words } from './restore-strings.ts'
import { useRestorePlan } from './restores-query.ts'
import type { RestoreValues } from './use-start-restore.ts'

interface RestoreOverProps {
  backupId: string
  values: RestoreValues
  set: (part: Partial<RestoreValues>) => void
}

function toggled(list: readonly EnvironmentName[], name: EnvironmentName) {
  return list.includes(name) ? list.filter((one) => one !== name) : [...list, name]
}

function Environments({ values, set }: Omit<RestoreOverProps, 'backupId'>) {
  const isAdmin = useIsAdmin()
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="pb-1.5 text-xs text-fg-2">{words.environments}</legend>
      {ENVIRONMENT_NAMES.map((name) => {
        const isShut = name === 'production' && !isAdmin
        return (
          <label key={name} className="flex items-center gap-2 text-sm">
            <input
              type="checkbox"
              disabled={isShut}
              checked={values.environments.includes(name)}
              onChange={() => set({ environments: toggled(values.environments, name) })}
              className="ring-focus size-4 rounded-sm accent-accent"
            />
            {name}
            {isShut ? <span className="text-xs text-fg-3">{words.productionReason}</span> : null}
          </label>
        )
      })}
    </fieldset>
  )
}

/** Shows what replacing the environments deletes, and asks for the project's name. */
export function RestoreOver({ backupId, values, set }: RestoreOverProps) {
  const project = useCurrentProject()
  const { data, isError } = useRestorePlan(backupId)
  const chosen = (one: { environment: EnvironmentName }) =>
    values.environments.includes(one.environment)
  return (
    <>
      <Environments {...{ values, set }} />
      {data ? (
        <>
          <RestoreContents isLoss title={words.loses} contents={data.loses.filter(chosen)} />
          <RestoreContents title={words.brings} contents={data.brings.filter(chosen)} />
        </>
      ) : null}
      {isError ? <p className="text-xs text-danger-text">{words.loadFailed}</p> : null}
      <Field label={words.confirm(project.name)}>
        {(control) => (
          <Input
            {...control}
            autoComplete="off"
            value={values.confirm}
            onChange={(event) => set({ confirm: event.target.value })}
          />
        )}
      </Field>
    </>
  )
}
