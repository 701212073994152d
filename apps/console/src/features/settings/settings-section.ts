import { useSearchParams } from 'react-router'

/** Sections of the side menu, in order. */
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
  'usage',
  'general',
] as const
export type SettingsSection = (typeof SETTINGS_SECTIONS)[number]

/** Section from the URL; falls back to the first one. */
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
