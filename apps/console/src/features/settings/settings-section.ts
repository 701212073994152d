import { useSearchParams } from 'react-router'
import type { SettingsSection } from '../../state/settings-sections.ts'

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
