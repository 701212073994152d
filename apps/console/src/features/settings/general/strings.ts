import type { AvailabilityState } from '@plinth/contract'

type Stopped = Exclude<AvailabilityState, 'open'>

interface StateWords {
  name: string
  text: string
  button: string
  question: string
  consequence: string
}

const states: Readonly<Record<AvailabilityState, StateWords>> = {
  open: {
    name: 'Open',
    text: 'Apps, webhooks, schedules and members have normal access.',
    button: 'Open project',
    question: 'Open this project?',
    consequence:
      'Apps, webhooks, schedules and workflows work again within a second. Runs that were stopped go on, and row changes that were kept start their workflows.',
  },
  'read-only': {
    name: 'Read-only',
    text: 'Apps and members can read. Rows, files, tables, workflows and deploys cannot be changed, and nobody can sign up. No run starts, and runs under way wait.',
    button: 'Make read-only',
    question: 'Make this project read-only?',
    consequence:
      'Every change and every new run is refused within a second. Runs under way wait before their next step.',
  },
  suspended: {
    name: 'Suspended',
    text: 'Apps get no data, files or sign-in. Webhooks, schedules, workflows and previews are refused. Members can still open the project, its settings, runs and backups. Only an admin can suspend a project or open it again.',
    button: 'Suspend project',
    question: 'Suspend this project?',
    consequence:
      'Apps, webhooks, schedules and workflows of this project are refused within a second, in dev and in production. Only an admin can open it again.',
  },
  archived: {
    name: 'Archived',
    text: 'As suspended, and the project list shows it only under “Archived”. Nothing is deleted. An owner can open it again.',
    button: 'Archive project',
    question: 'Archive this project?',
    consequence:
      'Apps, webhooks, schedules and workflows of this project are refused within a second, in dev and in production. Nothing is deleted.',
  },
}

export const generalStrings = {
  text: 'What this project is, and whether apps, webhooks and schedules can use it, in dev and in production.',
  project: 'Project',
  name: 'Name',
  rename: 'Rename',
  renamed: 'Project renamed',
  renameFailed: 'The name was not changed. Try again.',
  id: 'Project ID',
  copyId: 'Copy the project ID',
  copied: 'Copied',
  region: 'Region',
  database: 'Database',
  databases: { sqlite3: 'SQLite', postgres: 'PostgreSQL' },
  created: 'Created',
  unknown: 'Not measured yet',
  allUsage: 'All usage',
  availability: 'Availability',
  now: 'Current state',
  by: (name: string | null) => (name === null ? 'the command line' : name),
  setBy: 'Set by',
  since: 'Since',
  reason: 'Reason',
  noReason: 'None given',
  reasonHint: 'Members see it in the project. Apps do not.',
  reasonMissing: 'Enter a reason for the suspension.',
  states,
  stopped: ['read-only', 'suspended', 'archived'] as const satisfies readonly Stopped[],
  current: 'This is the current state',
  ownersOnly: 'Only an owner or an admin can change this',
  adminsOnly: 'Only an admin can suspend a project',
  liftOnly: 'This project is suspended. Only an admin can open it again',
  liftFirst:
    'Lift the suspension first: open the project or make it read-only. Its owner can open an archived project',
  cancel: 'Cancel',
  saved: {
    open: 'The project is open',
    'read-only': 'The project is read-only',
    suspended: 'The project is suspended',
    archived: 'The project is archived',
  } satisfies Readonly<Record<AvailabilityState, string>>,
  failed: 'The state was not changed. Try again.',
  stale: (state: string) =>
    `Another user has set this project to ${state} meanwhile. Check the state, then decide again.`,
} as const
