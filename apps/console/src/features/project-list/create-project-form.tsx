import { useId } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { DialogFooter } from '../../ui/dialogs/dialog.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Input } from '../../ui/forms/input.tsx'
import { Switch } from '../../ui/forms/switch.tsx'
import { Button } from '../../ui/primitives/button.tsx'
import { CloneFields } from './clone-fields.tsx'
import { checkName } from './create-project-checks.ts'
import { EMPTY_PROJECT } from './create-project-values.ts'
import { RegionField } from './region-field.tsx'
import { projectListStrings as strings } from './strings.ts'
import { useCreateProject } from './use-create-project.ts'

/** Opens the new project, unless the form was closed meanwhile. */
export function CreateProjectForm({ onDone }: { onDone: () => void }) {
  const form = useForm({ defaultValues: EMPTY_PROJECT })
  const creation = useCreateProject(form)
  const navigate = useNavigate()
  const { errors } = form.formState
  const cloned = form.watch('cloned')
  const switchId = useId()
  const submit = form.handleSubmit((values) => {
    if (creation.isPending) return
    creation.mutate(values, {
      onSuccess: ({ projectId }) => navigate(`/project/${projectId}/data`),
    })
  })
  return (
    <form noValidate onSubmit={submit}>
      <div className="flex flex-col gap-4 px-5 pt-4.5">
        <div className="flex items-center justify-between gap-4 rounded-lg border bg-sunken/60 px-3 py-2.5">
          <div>
            <label htmlFor={switchId} className="block text-sm font-medium">
              {strings.create.cloned}
            </label>
            <p id={`${switchId}-hint`} className="text-xs leading-5 text-fg-3">
              {strings.create.clonedHint}
            </p>
          </div>
          <Controller
            control={form.control}
            name="cloned"
            render={({ field }) => (
              <Switch
                id={switchId}
                aria-describedby={`${switchId}-hint`}
                checked={field.value}
                onCheckedChange={field.onChange}
              />
            )}
          />
        </div>
        <Field label={strings.create.name} error={errors.name?.message}>
          {(control) => (
            <Input
              {...control}
              {...form.register('name', { validate: checkName })}
              data-autofocus
              aria-required
              autoComplete="off"
              placeholder={strings.create.namePlaceholder}
            />
          )}
        </Field>
        {cloned ? <CloneFields form={form} /> : <RegionField form={form} />}
      </div>
      <DialogFooter>
        <Button onClick={onDone}>{strings.create.cancel}</Button>
        <Button type="submit" variant="primary" busy={creation.isPending}>
          {strings.create.submit}
        </Button>
      </DialogFooter>
    </form>
  )
}
