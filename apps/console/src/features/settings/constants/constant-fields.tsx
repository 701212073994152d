import { ConstantKey } from '@plinth/contract'
import { useId } from 'react'
import { Controller, type UseFormReturn } from 'react-hook-form'
import { Field } from '../../../ui/forms/field.tsx'
import { Input } from '../../../ui/forms/input.tsx'
import { Switch } from '../../../ui/forms/switch.tsx'
import { TextArea } from '../../../ui/forms/text-area.tsx'
import { cn } from '../../../ui/primitives/cn.ts'
import { EnvironmentField } from '../panel/environment-field.tsx'
import { checkWith } from '../panel/format-issue.ts'
import type { ConstantValues } from './constant-values.ts'
import { constantsStrings as strings } from './strings.ts'

interface ConstantFieldsProps {
  form: UseFormReturn<ConstantValues>
  closed: boolean
  /** A secret is already stored, so a blank value keeps it. */
  hasStoredSecret: boolean
}

const checkKey = checkWith(strings.key, ConstantKey)

function KeyField({ form, closed }: ConstantFieldsProps) {
  return (
    <Field label={strings.key} hint={strings.keyHint} error={form.formState.errors.key?.message}>
      {(control) => (
        <Input
          {...control}
          {...form.register('key', { validate: checkKey })}
          data-autofocus
          aria-required
          disabled={closed}
          autoComplete="off"
          spellCheck={false}
          placeholder={strings.keyPlaceholder}
          className="font-mono text-xs"
        />
      )}
    </Field>
  )
}

/** Multi-line, because keys and certificates are; secrets are masked while typing. */
function ValueField({ form, closed, hasStoredSecret }: ConstantFieldsProps) {
  const secret = form.watch('secret')
  const isStored = hasStoredSecret && secret
  return (
    <Field
      label={strings.value}
      hint={isStored ? strings.secretStored : undefined}
      error={form.formState.errors.value?.message}
    >
      {(control) => (
        <TextArea
          {...control}
          {...form.register('value')}
          disabled={closed}
          autoComplete="off"
          spellCheck={false}
          placeholder={isStored ? strings.secretDots : ''}
          className={cn('font-mono text-xs', secret && '[-webkit-text-security:disc]')}
        />
      )}
    </Field>
  )
}

function SecretSwitch({ form, closed }: ConstantFieldsProps) {
  const id = useId()
  return (
    <div className="flex items-center justify-between gap-4 rounded-lg border bg-sunken/60 px-3 py-2.5">
      <div>
        <label htmlFor={id} className="block text-sm font-medium">
          {strings.secret}
        </label>
        <p id={`${id}-hint`} className="text-xs leading-5 text-fg-3">
          {strings.secretHint}
        </p>
      </div>
      <Controller
        control={form.control}
        name="secret"
        render={({ field }) => (
          <Switch
            id={id}
            aria-describedby={`${id}-hint`}
            checked={field.value}
            disabled={closed}
            onCheckedChange={field.onChange}
          />
        )}
      />
    </div>
  )
}

export function ConstantFields(props: ConstantFieldsProps) {
  const { form, closed } = props
  return (
    <>
      <KeyField {...props} />
      <ValueField {...props} />
      <Controller
        control={form.control}
        name="environment"
        render={({ field }) => (
          <EnvironmentField
            value={field.value}
            disabled={closed}
            error={form.formState.errors.environment?.message}
            onChange={field.onChange}
          />
        )}
      />
      <SecretSwitch {...props} />
    </>
  )
}
