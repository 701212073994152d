import type { Run } from '@plinth/contract'

export const STATUS_WORDS: Record<Run['status'], string> = {
  queued: 'Queued',
  running: 'Running',
  waiting: 'Waiting',
  succeeded: 'Succeeded',
  failed: 'Failed',
  cancelled: 'Cancelled',
}

export const TRIGGER_WORDS: Record<Run['trigger'], string> = {
  manual: 'Test run',
  webhook: 'Webhook',
  schedule: 'Schedule',
  row: 'Row event',
  workflow: 'Another workflow',
  error: 'Error of a workflow',
  replay: 'Replay',
}

export const runStrings = {
  text: 'What ran, when, and what came of it.',
  list: 'Runs',
  columns: {
    status: 'Status',
    workflow: 'Workflow',
    trigger: 'Started by',
    started: 'Started',
    duration: 'Duration',
    error: 'Error',
  },
  filters: {
    label: 'Filter the runs',
    status: 'Status',
    anyStatus: 'Any status',
    trigger: 'Started by',
    anyTrigger: 'Anything',
    workflow: 'Workflow',
    anyWorkflow: 'All workflows',
    goneWorkflow: 'A deleted workflow',
    time: 'Time',
    times: {
      day: 'Last 24 hours',
      week: 'Last 7 days',
      month: 'Last 30 days',
      all: 'Any time',
      custom: 'From … to …',
    },
    from: 'From',
    to: 'To',
    clear: 'Clear filters',
  },
  open: (name: string, when: string) => `${name}, run of ${when}`,
  notStarted: 'not yet',
  pages: 'Pages of runs',
  newer: 'Newer',
  older: 'Older',
  page: (page: number) => `Page ${page}`,
  empty: {
    title: 'No runs yet',
    text: 'Execute a workflow in its editor, or activate one whose trigger starts it. Every run is listed here, with what each node took and gave.',
  },
  none: {
    title: 'No run matches',
    text: 'No run in this time fits the filters. Choose a longer time, or clear them.',
  },
  chart: {
    label: 'Runs over time',
    runs: 'Runs',
    failed: 'Failed',
    share: (percent: string) => `${percent} of all`,
    cancelled: (count: number) => `${count.toLocaleString('en')} cancelled`,
    median: 'Median',
    slowest: '95th percentile',
    ofEnded: 'of runs that ended by themselves',
    oneInTwenty: 'one run in twenty takes longer',
    perStep: (hours: number) => `Runs per ${STEP_WORDS[hours] ?? `${hours} hours`}`,
    duration: 'Duration',
    succeeded: 'Succeeded',
    cancelledRuns: 'Cancelled',
    p50: 'Median',
    p95: '95th percentile',
    time: 'Time',
  },
  keep: {
    open: 'Retention',
    title: 'How long runs are kept',
    description: (environment: string) =>
      `For ${environment}. What is older or beyond the count is deleted within the hour; the chart keeps its figures.`,
    days: 'Days',
    runs: 'Number of runs',
    standard: (value: number) => `Left empty: ${value.toLocaleString('en')}`,
    cancel: 'Cancel',
    save: 'Save',
    saved: 'Retention saved',
    failed: 'Could not save the retention',
    onlyOwners: 'Only an owner or an admin may change how long runs are kept.',
    range: (most: number) => `Between 1 and ${most.toLocaleString('en')}`,
  },
} as const

const STEP_WORDS: Record<number, string> = {
  1: 'hour',
  24: 'day',
  48: 'two days',
  168: 'week',
  336: 'two weeks',
}
