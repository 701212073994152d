import { PROVIDER_PRESETS } from '@plinth/contract'
import { type FieldError, type UseFormReturn, useWatch } from 'react-hook-form'
import {
  ProviderFields,
  ProviderPresets,
  ProviderText,
  RedirectAddress,
} from '../../../state/identity-provider/provider-fields.tsx'
import { providerStrings as shared } from '../../../state/identity-provider/provider-strings.ts'
import type { ProviderValues } from '../../../state/identity-provider/provider-values.ts'
import { SwitchRow } from '../../../ui/forms/switch.tsx'
import { type AppProviderValues, isProviderName, withPreset } from './provider-form-values.ts'
import { appProviderStrings as strings } from './provider-strings.ts'

interface AppProviderFieldsProps {
  form: UseFormReturn<AppProviderValues>
  isNew: boolean
  isDisabled: boolean
  /** The redirect address without the name at its end. */
  callbackOfTable: string
}

type TextsProps = Omit<AppProviderFieldsProps, 'callbackOfTable'> & { values: AppProviderValues }

function ProviderTexts({ form, isNew, isDisabled, values }: TextsProps) {
  const { errors } = form.formState
  const found = Object.entries(errors.provider?.texts ?? {}) as [string, FieldError][]
  return (
    <>
      <ProviderText
        name="label"
        label={shared.buttonName}
        error={errors.label?.message}
        value={values.label}
        required
        disabled={isDisabled}
        onChange={(label) => form.setValue('label', label)}
      />
      <ProviderText
        name="name"
        label={strings.name}
        hint={isNew ? strings.nameHint : strings.nameFixed}
        error={errors.name?.message}
        value={values.name}
        required
        disabled={isDisabled || !isNew}
        onChange={(name) => form.setValue('name', name)}
      />
      <ProviderFields
        values={values.provider}
        isStored={!isNew}
        verifiedClaimHint={strings.verifiedClaimHint}
        errors={Object.fromEntries(found.map(([name, error]) => [name, error.message]))}
        disabled={isDisabled}
        onChange={(name, text) => form.setValue(`provider.texts.${name}`, text)}
      />
    </>
  )
}

export function AppProviderFields({ callbackOfTable, ...props }: AppProviderFieldsProps) {
  const { form, isNew, isDisabled } = props
  const values = useWatch({ control: form.control }) as AppProviderValues
  const changeProvider = (changed: Partial<ProviderValues>) =>
    form.setValue('provider', { ...values.provider, ...changed })
  return (
    <>
      <RedirectAddress
        address={`${callbackOfTable}/${isProviderName(values.name) ? values.name : '…'}`}
      />
      {isDisabled ? null : (
        <ProviderPresets
          presets={PROVIDER_PRESETS}
          onChoose={(preset) => form.reset(withPreset(form.getValues(), { preset, isNew }))}
        />
      )}
      <SwitchRow
        label={shared.hasAddresses}
        hint={shared.hasAddressesHint}
        checked={values.provider.hasAddresses}
        disabled={isDisabled}
        onCheckedChange={(hasAddresses) => changeProvider({ hasAddresses })}
      />
      <ProviderTexts {...props} values={values} />
      <SwitchRow
        label={strings.createsAccounts}
        hint={strings.createsAccountsHint}
        checked={values.createsAccounts}
        disabled={isDisabled}
        onCheckedChange={(createsAccounts) => form.setValue('createsAccounts', createsAccounts)}
      />
    </>
  )
}
