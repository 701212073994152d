import type { UseFormReturn } from 'react-hook-form'
import { Field } from '../../ui/forms/field.tsx'
import { Input } from '../../ui/forms/input.tsx'
import { TextArea } from '../../ui/forms/text-area.tsx'
import { checkDatabaseUrl, checkProjectId } from './create-project-checks.ts'
import type { CreateProjectValues } from './create-project-values.ts'
import { projectListStrings as strings } from './strings.ts'

export function CloneFields({ form }: { form: UseFormReturn<CreateProjectValues> }) {
  const { errors } = form.formState
  return (
    <>
      <Field
        label={strings.create.projectId}
        hint={strings.create.projectIdHint}
        error={errors.projectId?.message}
      >
        {(control) => (
          <Input
            {...control}
            {...form.register('projectId', { validate: checkProjectId })}
            aria-required
            autoComplete="off"
            spellCheck={false}
            className="font-mono text-xs"
          />
        )}
      </Field>
      <Field
        label={strings.create.databaseUrl}
        hint={strings.create.databaseUrlHint}
        error={errors.connectionUrl?.message}
      >
        {(control) => (
          <Input
            {...control}
            {...form.register('connectionUrl', { validate: checkDatabaseUrl })}
            aria-required
            autoComplete="off"
            spellCheck={false}
            placeholder="postgres://"
            className="font-mono text-xs"
          />
        )}
      </Field>
      <Field label={strings.create.ca} hint={strings.create.caHint}>
        {(control) => (
          <TextArea
            {...control}
            {...form.register('ca')}
            rows={2}
            autoComplete="off"
            spellCheck={false}
            className="font-mono text-xs"
          />
        )}
      </Field>
    </>
  )
}
