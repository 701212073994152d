import { DELETED_PROJECT_DAYS } from '@plinth/contract'

export const projectListStrings = {
  title: 'Projects',
  home: 'Home',
  organisation: 'Organisation',
  runMigration: 'Run Migration',
  signOut: 'Sign Out',
  plus: '+',
  newProject: 'New Project',
  search: 'Find a project',
  filterLabel: 'DB Sync Status',
  all: 'All',
  inSync: 'In sync',
  outOfSync: 'Out of sync',
  archived: 'Archived',
  columns: {
    id: 'Project ID',
    name: 'Project Name',
    sync: 'DB Sync Status',
    createdAt: 'Created At',
    updatedAt: 'Updated At',
    actions: 'Actions',
  },
  copyId: (id: string) => `Copy ${id}`,
  copied: 'Copied',
  provisioning: 'Preparing the database…',
  tables: (count: number) =>
    count === 0 ? 'No tables yet' : count === 1 ? '1 table' : `${count} tables`,
  summary: (all: number, outOfSync: number) => {
    const projects = all === 1 ? '1 project' : `${all} projects`
    if (all === 1 && outOfSync === 0) return `${projects}, with the same schema in production.`
    if (outOfSync === 0) return `${projects}, all with the same schema in production.`
    return `${projects}, ${outOfSync} with schema changes that are not in production yet.`
  },
  pages: 'Pages of projects',
  delete: (name: string) => `Delete ${name}`,
  mayNotDelete: 'Only an owner or an admin can delete this project',
  empty: {
    title: 'No projects yet',
    text: 'A project holds one database, its access rules and its workflows. Create one to design your first table.',
    create: 'Create your first project',
  },
  allArchived: {
    title: 'All projects are archived',
    text: 'Archived projects answer no app and start no workflow. Open one again under its Settings, General, or create a new project.',
    show: 'Show archived projects',
    create: 'Create a project',
  },
  noneArchived: {
    title: 'No project is archived',
    text: 'An owner archives a project that is no longer needed under its Settings, General. Nothing is deleted.',
  },
  showAll: 'Show all projects',
  noMatch: {
    title: 'No project matches',
    text: 'Try another name, or clear the search and filter.',
    clear: 'Clear search and filter',
  },
  create: {
    title: 'Create New Project',
    description: 'A project holds one database, its access rules and its workflows.',
    cloned: 'Cloned',
    clonedHint: 'Start from an existing project and database',
    name: 'Name',
    namePlaceholder: 'Northwind Storefront',
    region: 'Region',
    regionHint: 'Where the database is hosted. This cannot be changed later.',
    projectId: 'Project ID',
    projectIdHint: 'The project whose tables and workflows are copied.',
    badProjectId: 'Enter a valid project ID',
    databaseUrl: 'Database URL',
    databaseUrlMissing: 'Database URL is required',
    databaseUrlHint: 'A PostgreSQL connection URL. It is stored encrypted and not shown again.',
    ca: 'CA certificate',
    caHint:
      'Optional, in PEM format: for a server whose certificate is not signed by a public authority.',
    cancel: 'Cancel',
    submit: 'Create',
    succeeded: 'Project created successfully',
    failed: 'Failed to create project',
    failedText: 'Please try again later',
    duplicate: 'Please use a different project name.',
    duplicateText: 'A project with this name already exists.',
  },
  remove: {
    title: 'Are you sure?',
    text: (name: string) =>
      `The project “${name}” will be permanently deleted, with its databases, files and workflows. This cannot be undone.`,
    cancel: 'Cancel',
    confirm: 'Delete Project',
    nameLabel: (name: string) => `Type ${name} to confirm`,
    succeeded: 'Project deleted successfully',
    succeededText: `An admin can restore it for ${DELETED_PROJECT_DAYS} days.`,
    failed: 'Failed to delete project',
    failedText: 'Please try again later',
  },
  migration: {
    title: 'Run the migration on all projects?',
    description:
      'After an update of Plinth this upgrades the stored schemas and the databases of all projects to the new version.',
    facts: [
      'Rows, files and drafts are not changed, and apps keep working meanwhile.',
      'Projects that are up to date are left alone, so it can be run again at any time.',
      'If a project fails, the others are still upgraded, and the result says how many failed.',
    ],
    cancel: 'Cancel',
    succeeded: 'Migration completed',
    counts: (counts: { projects: number; migrated: number; failed: number }) =>
      `${counts.projects} checked, ${counts.migrated} migrated, ${counts.failed} failed.`,
    failed: 'Migration failed',
  },
} as const
