import type { DeviceLogin } from '@plinth/contract'
import { type FormEvent, useState } from 'react'
import { Button } from '../../ui/primitives/button.tsx'
import { RelativeTime } from '../../ui/primitives/relative-time.tsx'
import { Segmented } from '../../ui/primitives/segmented.tsx'
import { messageOf, type useDecide } from './device-queries.ts'
import { type ChosenProject, ProjectChoice } from './project-choice.tsx'
import { StepTitle } from './step-title.tsx'
import { deviceStrings as strings } from './strings.ts'

function Request({ login }: { login: DeviceLogin }) {
  const facts = [
    { name: strings.device, value: <bdi>{login.name}</bdi> },
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

interface DecisionFormProps {
  userCode: string
  login: DeviceLogin
  decision: ReturnType<typeof useDecide>
  /** Goes back to the step that asks for a code. */
  onRestart: () => void
}

/** Shows who asks for a key, and lets the person choose its projects and rights. */
export function DecisionForm({ userCode, login, decision, onRestart }: DecisionFormProps) {
  const [rights, setRights] = useState<'read' | 'write'>('read')
  const [chosen, setChosen] = useState<ChosenProject[]>([])
  const [isIncomplete, setIncomplete] = useState(false)
  const { error, isPending, variables } = decision
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIncomplete(chosen.length === 0)
    if (isPending || chosen.length === 0) return
    const projectIds = chosen.map(({ id }) => id)
    decision.mutate({ userCode, granted: { projectIds, readOnly: rights === 'read' } })
  }
  const deny = () => {
    if (!isPending) decision.mutate({ userCode, granted: undefined })
  }
  const problem = isIncomplete ? strings.chooseProject : error ? messageOf(error) : undefined
  return (
    <form noValidate onSubmit={submit} className="mt-5 flex flex-col gap-4">
      <StepTitle>{strings.request}</StepTitle>
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
        <ProjectChoice
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
        {error ? (
          <Button className="mr-auto" onClick={onRestart}>
            {strings.restart}
          </Button>
        ) : null}
        <Button busy={isPending && !variables?.granted} onClick={deny}>
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
