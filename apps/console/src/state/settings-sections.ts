/** Sections of the settings, in the order of the side menu. */
export const SETTINGS_SECTIONS = [
  'members',
  'domains',
  'users',
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

export const SECTION_NAMES: Readonly<Record<SettingsSection, string>> = {
  members: 'Members',
  domains: 'Domains',
  users: 'App users',
  constants: 'Constants',
  profile: 'Profile',
  audit: 'Audit',
  api: 'API',
  keys: 'Keys',
  backups: 'Backups',
  requests: 'Requests',
  usage: 'Usage',
  general: 'General',
}

/** The audit log is only for owners and admins. */
export function sectionsFor(role: string): readonly SettingsSection[] {
  return role === 'developer'
    ? SETTINGS_SECTIONS.filter((section) => section !== 'audit')
    : SETTINGS_SECTIONS
}
