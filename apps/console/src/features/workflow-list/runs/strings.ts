import type { Run } from '@plinth/contract'

const ACTS = {
  retry: 'Retry',
  current: 'Retry with the current version',
  replay: 'Replay',
  cancel: 'Cancel',
  delete: 'Delete',
} as const

export const RUN_STATUS_LABELS: Record<Run['status'], string> = {
  queued: 'Queued',
  running: 'Running',
  waiting: 'Waiting',
  succeeded: 'Succeeded',
  failed: 'Failed',
  cancelled: 'Cancelled',
}

export const RUN_TRIGGER_LABELS: Record<Run['trigger'], string> = {
  manual: 'Test run',
  webhook: 'Webhook',
  schedule: 'Schedule',
  row: 'Row event',
  workflow: 'Another workflow',
  error: 'Workflow error',
  replay: 'Replay',
}

const NONE_ENDED = 'None of the selected runs has ended.'

export const runStrings = {
  text: 'Workflow runs with their status, trigger and duration.',
  list: 'Runs',
  columns: {
    status: 'Status',
    workflow: 'Workflow',
    trigger: 'Started by',
    started: 'Started',
    duration: 'Duration',
  },
  filters: {
    label: 'Filter the runs',
    status: 'Status',
    anyStatus: 'Any status',
    trigger: 'Started by',
    anyTrigger: 'Any trigger',
    workflow: 'Workflow',
    anyWorkflow: 'All workflows',
    deletedWorkflow: 'Deleted workflow',
    time: 'Time',
    times: {
      day: 'Last 24 hours',
      week: 'Last 7 days',
      month: 'Last 30 days',
      all: 'Any time',
      custom: 'Custom range',
    },
    from: 'From',
    to: 'To',
    clear: 'Clear filters',
  },
  open: (name: string, when: string) => `${name}, run of ${when}`,
  notStarted: 'not yet',
  chosen: {
    bar: 'Selected runs',
    hint: 'Select runs to retry, replay, cancel or delete them.',
    all: 'Select all runs of this page',
    one: (name: string, when: string) => `Select ${name}, run of ${when}`,
    count: (count: number) => (count === 1 ? '1 run selected' : `${count} runs selected`),
    label: (act: keyof typeof ACTS, count: number) => `${ACTS[act]} (${count})`,
    noneFor: {
      retry: NONE_ENDED,
      current: NONE_ENDED,
      replay: 'None of the selected runs failed. A replay starts at the node that failed.',
      cancel: 'All selected runs have ended.',
      delete: NONE_ENDED,
    },
    onlyOwners: 'Only an owner or an admin can delete runs.',
    onlyAdmins: 'Only an admin can change runs of production.',
    done: {
      retry: (count: number) => `${count} started again`,
      current: (count: number) => `${count} started again`,
      replay: (count: number) => `${count} replayed`,
      cancel: (count: number) => `${count} cancelled`,
      delete: (count: number) => `${count} deleted`,
    },
    deletion: (count: number) => ({
      title: count === 1 ? 'Delete 1 run?' : `Delete ${count} runs?`,
      text: 'The runs and the input and output of their nodes will be deleted permanently. The charts keep their figures.',
      confirm: 'Delete',
    }),
  },
  leftTests: {
    title: (count: number) =>
      count === 1
        ? '1 test holds data of a deleted run'
        : `${count} tests hold data of deleted runs`,
    text: 'Tests keep the data of the run that they were made from. Delete them to remove it from the workflow and all its versions. Tests in production are removed by the next deploy.',
    one: ({
      name,
      workflow,
      environment,
    }: {
      name: string
      workflow: string
      environment: string
    }) =>
      environment === 'dev' ? `${name} (${workflow})` : `${name} (${workflow}, in production)`,
    keep: 'Keep the tests',
    remove: 'Delete the tests',
    done: (count: number) => (count === 1 ? '1 test deleted' : `${count} tests deleted`),
  },
  pages: 'Pages of runs',
  newer: 'Newer',
  older: 'Older',
  page: (page: number) => `Page ${page}`,
  empty: {
    title: 'No runs yet',
    text: 'Execute a workflow in its editor, or activate one with a trigger. Every run is listed here with the input and output of each node.',
  },
  none: {
    title: 'No matching runs',
    text: 'No run in this period matches the filters. Choose a longer period, or clear the filters.',
  },
  chart: {
    label: 'Runs over time',
    runs: 'Runs',
    failed: 'Failed',
    share: (percent: string) => `${percent} of all`,
    cancelled: (count: number) => `${count.toLocaleString('en')} cancelled`,
    median: 'Median',
    slowest: '95th percentile',
    ofEnded: 'excludes cancelled runs',
    oneInTwenty: '5% of runs take longer',
    perStep: (hours: number) => `Runs per ${STEP_LABELS[hours] ?? `${hours} hours`}`,
    duration: 'Duration',
    succeeded: 'Succeeded',
    cancelledRuns: 'Cancelled',
    p50: 'Median',
    p95: '95th percentile',
    time: 'Time',
  },
  retention: {
    open: 'Retention',
    title: 'Run retention',
    description: (environment: string) =>
      `For ${environment}. Runs over either limit are deleted within an hour. The charts keep their figures.`,
    days: 'Days',
    runs: 'Number of runs',
    standard: (value: number) => `Default: ${value.toLocaleString('en')}`,
    cancel: 'Cancel',
    save: 'Save',
    saved: 'Retention saved',
    failed: 'Could not save the retention',
    onlyAdmins: 'Only an admin can change the run retention of production.',
    onlyOwners: 'Only an owner or an admin can change the run retention.',
    range: (max: number) => `Between 1 and ${max.toLocaleString('en')}`,
  },
} as const

const STEP_LABELS: Record<number, string> = {
  1: 'hour',
  24: 'day',
  48: 'two days',
  168: 'week',
  336: 'two weeks',
}
