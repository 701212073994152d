import { SECTION_NAMES } from '../../../state/settings-sections.ts'

/** UI text shared by several settings panels. */
export const settingsStrings = {
  title: 'Settings',
  menu: 'Settings',
  sections: SECTION_NAMES,
  environment: 'Environment',
  adminsOnly: 'admins only',
  production: 'Only an admin can change or delete this in production.',
  cancel: 'Cancel',
  create: 'Create',
  save: 'Save',
  delete: 'Delete',
  unreachable: 'The server could not be reached. Nothing was saved. Try again.',
  removed: 'Another user deleted this.',
} as const
