import type { DeviceLogin } from '@plinth/contract'
import { type FormEvent, useState } from 'react'
import { ErrorState } from '../../ui/layout/error-state.tsx'
import { Button } from '../../ui/primitives/button.tsx'
import { RelativeTime } from '../../ui/primitives/relative-time.tsx'
import { Segmented } from '../../ui/primitives/segmented.tsx'
import { Skeleton } from '../../ui/primitives/skeleton.tsx'
import {
  MAX_LISTED_PROJECTS,
  messageOf,
  type useDecide,
  useListedProjects,
} from './device-queries.ts'
import { deviceStrings as strings } from './strings.ts'

function Request({ login }: { login: DeviceLogin }) {
  const facts = [
    { name: strings.device, value: login.name },
    { name: strings.address, value: login.address },
    { name: strings.asked, value: <RelativeTime iso={login.askedOn} /> },
    { name: strings.asksFor, value: login.write ? strings.asksWrite : strings.asksRead },
  ]
  return (
    <dl className="grid grid-cols-[6rem_1fr] gap-x-3 gap-y-1 rounded-lg border bg-sunken/60 px-3 py-2 text-sm">
      {facts.map(({ name, value }) => (
        <div key={name} className="contents">
          <dt className="text-fg-2">{name}</dt>
          <dd className="min-w-0 break-words font-medium">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

interface ProjectsProps {
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
}

function Projects({ chosen, onChange }: ProjectsProps) {
  const query = useListedProjects()
  const toggle = (id: string) =>
    onChange(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id])
  if (query.isError) {
    return <ErrorState busy={query.isFetching} onRetry={() => query.refetch()} className="py-6" />
  }
  if (!query.data) return <Skeleton className="h-24 w-full" />
  const { projects, total } = query.data
  if (projects.length === 0) return <p className="text-sm text-fg-2">{strings.noProjects}</p>
  return (
    <>
      <ul className="max-h-60 overflow-y-auto rounded-lg border py-1">
        {projects.map(({ id, name }) => (
          <li key={id}>
            <label className="flex items-center gap-2.5 px-3 py-1.5 text-sm hover:bg-active/50">
              <input
                type="checkbox"
                checked={chosen.includes(id)}
                onChange={() => toggle(id)}
                className="ring-focus size-4 shrink-0 rounded-sm accent-accent"
              />
              <span className="truncate">{name}</span>
            </label>
          </li>
        ))}
      </ul>
      {total > MAX_LISTED_PROJECTS ? (
        <p className="text-xs text-fg-3">{strings.someProjects(MAX_LISTED_PROJECTS)}</p>
      ) : null}
    </>
  )
}

interface DecisionFormProps {
  userCode: string
  login: DeviceLogin
  decision: ReturnType<typeof useDecide>
}

/** Shows who asks for a key, and lets the person choose its projects and rights. */
export function DecisionForm({ userCode, login, decision }: DecisionFormProps) {
  const [rights, setRights] = useState<'read' | 'write'>('read')
  const [chosen, setChosen] = useState<string[]>([])
  const [isIncomplete, setIncomplete] = useState(false)
  const { error, isPending, variables } = decision
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIncomplete(chosen.length === 0)
    if (isPending || chosen.length === 0) return
    decision.mutate({ userCode, granted: { projectIds: chosen, readOnly: rights === 'read' } })
  }
  const problem = isIncomplete ? strings.chooseProject : error ? messageOf(error) : undefined
  return (
    <form noValidate onSubmit={submit} className="mt-5 flex flex-col gap-4">
      <Request login={login} />
      <p className="text-sm text-fg-2">{strings.warning}</p>
      <div className="flex flex-col items-start gap-1.5">
        <span className="text-xs text-fg-2">{strings.rights}</span>
        <Segmented
          label={strings.rights}
          value={rights}
          options={[
            { value: 'read', label: strings.readOnly },
            { value: 'write', label: strings.readWrite },
          ]}
          onValueChange={setRights}
        />
        <p className="text-xs text-fg-3">
          {rights === 'read' ? strings.readHint : strings.writeHint}
        </p>
      </div>
      <fieldset className="flex flex-col gap-1.5">
        <legend className="pb-1.5 text-xs text-fg-2">{strings.projects}</legend>
        <Projects
          chosen={chosen}
          onChange={(next) => {
            setIncomplete(false)
            setChosen(next)
          }}
        />
        <p className="text-xs text-fg-3">{strings.projectsHint}</p>
      </fieldset>
      {problem ? (
        <p role="alert" className="text-sm text-danger-text">
          {problem}
        </p>
      ) : null}
      <div className="flex justify-end gap-2">
        <Button
          busy={isPending && !variables?.granted}
          onClick={() => decision.mutate({ userCode, granted: undefined })}
        >
          {strings.deny}
        </Button>
        <Button
          type="submit"
          variant="primary"
          busy={isPending && variables?.granted !== undefined}
        >
          {strings.approve}
        </Button>
      </div>
    </form>
  )
}
