import { createDomain, type Domain, deleteDomain, HostName, updateDomain } from '@plinth/contract'
import { useState } from 'react'
import { Controller, type UseFormReturn, useForm } from 'react-hook-form'
import { client } from '../../../api/client.ts'
import { useCurrentProject } from '../../../state/current-project.tsx'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Input } from '../../../ui/forms/input.tsx'
import { StaleNotice } from '../../../ui/forms/stale-notice.tsx'
import { EnvironmentField } from '../panel/environment-field.tsx'
import { checkWith } from '../panel/format-issue.ts'
import type { ItemFormProps } from '../panel/item-dialogs.tsx'
import { ItemFormFrame } from '../panel/item-form-frame.tsx'
import { useEnvironmentName } from '../panel/settings-queries.ts'
import { settingsStrings as settings } from '../panel/strings.ts'
import { useEdit } from '../panel/use-edit.ts'
import { useItemAccess } from '../panel/use-item-access.ts'
import { DomainProof } from './domain-proof.tsx'
import { domainsStrings as strings } from './strings.ts'

interface DomainValues {
  domain: string
  environment: string
}

const check = checkWith(strings.domain, HostName)

function valuesOf(domain: Domain): DomainValues {
  return { domain: domain.domain_name, environment: domain.environment_id }
}

function useDomainEdit({ item: domain, environment, onDone }: ItemFormProps<Domain>) {
  const projectId = useCurrentProject().id
  const form = useForm<DomainValues>({
    defaultValues: domain ? valuesOf(domain) : { domain: '', environment },
  })
  const one = { projectId, domainId: domain?.id ?? '' }
  const edit = useEdit({
    what: domain ? 'Changing a domain' : 'Creating a domain',
    form,
    labels: { domain: strings.domain, environment: settings.environment },
    ...(domain ? { revision: domain.revision } : {}),
    save: (body, basedOn) =>
      domain
        ? client.call(updateDomain, { params: one, body, ...basedOn })
        : client.call(createDomain, { params: { projectId }, body }),
    remove: (basedOn) => client.call(deleteDomain, { params: one, ...basedOn }),
    onDone,
  })
  return { form, edit }
}

function DomainFields({ form, closed }: { form: UseFormReturn<DomainValues>; closed: boolean }) {
  const { errors } = form.formState
  return (
    <>
      <Field label={strings.domain} hint={strings.hint} error={errors.domain?.message}>
        {(control) => (
          <Input
            {...control}
            {...form.register('domain', { validate: check })}
            data-autofocus
            aria-required
            disabled={closed}
            autoComplete="off"
            spellCheck={false}
            placeholder={strings.placeholder}
            className="font-mono text-xs"
          />
        )}
      </Field>
      <Controller
        control={form.control}
        name="environment"
        render={({ field }) => (
          <EnvironmentField
            value={field.value}
            disabled={closed}
            error={errors.environment?.message}
            onChange={field.onChange}
          />
        )}
      />
    </>
  )
}

function DomainStale({ edit, form }: ReturnType<typeof useDomainEdit>) {
  const nameOf = useEnvironmentName()
  if (!edit.stale) return null
  const theirs = valuesOf(edit.stale.theirs as Domain)
  const yours = form.getValues()
  return (
    <StaleNotice
      act={edit.stale.act}
      sides={[
        { label: strings.domain, yours: yours.domain, theirs: theirs.domain },
        {
          label: settings.environment,
          yours: nameOf(yours.environment) ?? '',
          theirs: nameOf(theirs.environment) ?? '',
        },
      ]}
      onKeepMine={edit.keepMine}
      onTakeTheirs={() => edit.takeTheirs(theirs)}
    />
  )
}

export function DomainForm(props: ItemFormProps<Domain>) {
  const { item: domain, onDone } = props
  const { form, edit } = useDomainEdit(props)
  const closed = !useItemAccess(domain?.environment_id)
  // The result of a check stays visible when the reloaded domain is proved.
  const [wasProved] = useState(domain?.proved)
  return (
    <ItemFormFrame
      isNew={domain === undefined}
      closed={closed}
      edit={edit}
      fields={
        <>
          <DomainFields form={form} closed={closed} />
          {domain && !wasProved ? <DomainProof domain={domain} closed={closed} /> : null}
        </>
      }
      stale={<DomainStale edit={edit} form={form} />}
      question={({ open, onCancel, onConfirm }) => (
        <ConfirmDialog
          open={open}
          onOpenChange={onCancel}
          title={strings.deleteTitle(domain?.domain_name ?? '')}
          text={strings.deleteText}
          cancelLabel={settings.cancel}
          confirmLabel={settings.delete}
          onConfirm={onConfirm}
        />
      )}
      onSubmit={form.handleSubmit(edit.save)}
      onDone={onDone}
    />
  )
}
