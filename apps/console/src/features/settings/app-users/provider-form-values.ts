import { type AppProvider, AppProviderName, type ProviderPreset } from '@plinth/contract'
import {
  applyPreset,
  type ProviderField,
  type ProviderValues,
  providerFieldOf,
  readProvider,
  shownFields,
  toSavedShape,
} from '../../../state/identity-provider/provider-values.ts'

export interface AppProviderValues {
  label: string
  name: string
  createsAccounts: boolean
  provider: ProviderValues
}

export const valuesOfProvider = (stored: AppProvider | undefined): AppProviderValues => ({
  label: stored?.label ?? '',
  name: stored?.name ?? '',
  createsAccounts: stored?.createsAccounts ?? true,
  provider: readProvider(stored),
})

/** The name of a stored provider is part of its redirect address, so that it stays. */
export const withPreset = (
  values: AppProviderValues,
  { preset, isNew }: { preset: ProviderPreset; isNew: boolean },
): AppProviderValues => ({
  ...values,
  label: preset.name,
  name: isNew ? preset.name.toLowerCase() : values.name,
  provider: applyPreset(values.provider, preset),
})

export const toAppProvider = ({ label, name, createsAccounts, provider }: AppProviderValues) => ({
  ...toSavedShape(provider),
  ...{ label: label.trim(), name: name.trim(), createsAccounts },
})

export type FormPath = 'label' | 'name' | `provider.texts.${ProviderField}`

/** Where the form shows an issue of the API; undefined for a field that is not shown. */
export function formPathOf(path: string, provider: ProviderValues): FormPath | undefined {
  if (path === 'label' || path === 'name') return path
  const field = providerFieldOf(path)
  return field && shownFields(provider).includes(field) ? `provider.texts.${field}` : undefined
}

export const isProviderName = (name: string): boolean => AppProviderName.safeParse(name).success
