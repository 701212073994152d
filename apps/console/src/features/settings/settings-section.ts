import { useSearchParams } from 'react-router'

/** The side menu, in its order. */
export const SETTINGS_SECTIONS = [
  'members',
  'domains',
  'constants',
  'profile',
  'audit',
  'api',
  'keys',
  'backups',
  'requests',
] as const
export type SettingsSection = (typeof SETTINGS_SECTIONS)[number]

/** What the address asks for; anything that is not there is the first of them. */
export function parseSection(
  params: URLSearchParams,
  shown: readonly SettingsSection[],
): SettingsSection {
  return shown.find((section) => section === params.get('section')) ?? 'members'
}

export function useSettingsSection(shown: readonly SettingsSection[]): SettingsSection {
  const [params] = useSearchParams()
  return parseSection(params, shown)
}
