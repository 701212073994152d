import type { SsoGroups } from '@plinth/contract'
import { X } from 'lucide-react'
import { useState } from 'react'
import { Combobox } from '../../../ui/forms/combobox.tsx'
import { Field, type FieldControl } from '../../../ui/forms/field.tsx'
import { Input } from '../../../ui/forms/input.tsx'
import { Select } from '../../../ui/forms/select.tsx'
import { Button } from '../../../ui/primitives/button.tsx'
import { useFoundProjects } from './groups-queries.ts'
import { groupsStrings as strings } from './groups-strings.ts'

/** A rule that is being edited; its project is empty until one is chosen. */
export type EditedRule = SsoGroups['rules'][number] & { key: number }

interface ProjectPickerProps extends FieldControl {
  rule: EditedRule
  onChoose: (project: Pick<EditedRule, 'projectId' | 'projectName'>) => void
}

function ProjectPicker({ rule, onChoose, ...control }: ProjectPickerProps) {
  const [search, setSearch] = useState('')
  const { data } = useFoundProjects(search)
  const { projectId, projectName } = rule
  const options = data?.projects.map(({ id, name }) => ({ value: id, label: name, detail: id }))
  return (
    <Combobox
      {...control}
      chosen={
        projectId === '' ? undefined : { value: projectId, label: projectName, detail: projectId }
      }
      options={options ?? []}
      placeholder={strings.projectPlaceholder}
      search={search}
      searchLabel={strings.projectSearch}
      empty={strings.noProject}
      onSearchChange={setSearch}
      onChoose={({ value, label }) => onChoose({ projectId: value, projectName: label })}
    />
  )
}

const ROLES = (['owner', 'developer'] as const).map((value) => ({ value, label: strings[value] }))

interface RuleRowProps {
  /** Counted from 1, as the labels name it. */
  at: number
  rule: EditedRule
  error: string | undefined
  onChange: (change: Partial<EditedRule>) => void
  onRemove: () => void
}

/** One rule: a group, a project and the role of its people there. */
export function RuleRow({ at, rule, error, onChange, onRemove }: RuleRowProps) {
  return (
    <li className="flex items-start gap-2">
      <Field label={strings.group(at)} error={error} className="min-w-0 flex-1">
        {(control) => (
          <Input
            {...control}
            value={rule.group}
            required
            maxLength={256}
            autoComplete="off"
            placeholder={strings.groupHint}
            onChange={({ target }) => onChange({ group: target.value })}
          />
        )}
      </Field>
      <Field label={strings.project(at)} className="w-52">
        {(control) => <ProjectPicker {...control} rule={rule} onChoose={onChange} />}
      </Field>
      <Field label={strings.role(at)} className="w-32">
        {(control) => (
          <Select
            {...control}
            value={rule.role}
            options={ROLES}
            onValueChange={(role) => onChange({ role })}
          />
        )}
      </Field>
      <Button
        variant="ghost"
        size="icon-sm"
        className="mt-5.5"
        aria-label={strings.remove(at)}
        onClick={onRemove}
      >
        <X aria-hidden="true" />
      </Button>
    </li>
  )
}
