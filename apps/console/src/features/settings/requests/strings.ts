import type { LoggedRequest } from '@plinth/contract'

export const CALLER_LABELS: Record<LoggedRequest['kind'], string> = {
  staff: 'Staff',
  user: 'App user',
  key: 'Key',
  guest: 'Anonymous',
}

const count = (number: number) => number.toLocaleString('en')
const STEP_LABELS: Record<number, string> = { 1: 'minute', 60: 'hour', 1440: 'day' }
const stepOf = (minutes: number) =>
  STEP_LABELS[minutes] ?? (minutes < 60 ? `${minutes} minutes` : `${minutes / 60} hours`)

export const requestStrings = {
  text: 'Requests to this environment’s data API and their results. Request bodies are not stored.',
  list: 'Requests',
  columns: {
    status: 'Status',
    request: 'Request',
    who: 'Caller',
    rows: 'Rows',
    duration: 'Duration',
    when: 'When',
  },
  noTable: 'no table',
  actsAs: (name: string) => `${name}, as an app user`,
  fields: (filtered: readonly string[], sorted: readonly string[]) =>
    [
      filtered.length > 0 ? `filter on ${filtered.join(', ')}` : '',
      sorted.length > 0 ? `sort by ${sorted.join(', ')}` : '',
    ]
      .filter(Boolean)
      .join(' · '),
  copyId: 'Copy the request ID',
  copied: 'Copied',
  filters: {
    label: 'Filter the requests',
    method: 'Method',
    anyMethod: 'Any',
    table: 'Table',
    anyTable: 'All tables',
    status: 'Status',
    anyStatus: 'Any status',
    statuses: {
      '2xx': 'Succeeded (2xx)',
      '4xx': 'Client error (4xx)',
      '5xx': 'Server error (5xx)',
    },
    kind: 'Caller',
    anyKind: 'Any caller',
    time: 'Time',
    times: {
      hour: 'Last hour',
      day: 'Last 24 hours',
      week: 'Last 7 days',
      custom: 'Custom range',
    },
    from: 'From',
    to: 'To',
    requestId: 'Request ID',
    requestIdHint: 'from X-Request-Id',
    wrongId: 'Not a valid request ID.',
    clear: 'Clear filters',
  },
  pages: 'Pages of requests',
  newer: 'Newer',
  older: 'Older',
  page: (page: number) => `Page ${page}`,
  empty: {
    title: 'No requests yet',
    text: 'Call the data API to see its requests here; the API section has examples. Each request is listed within a second or two, with its status, duration and caller.',
  },
  off: {
    title: 'The request log is off',
    text: 'This server does not log requests because PLINTH_REQUEST_DAYS is 0. Set it to the number of days to keep requests, such as 7, and restart the server.',
  },
  none: {
    title: 'No matching requests',
    text: 'No request in this period matches the filters. Choose a longer period, or clear the filters.',
  },
  sampled: (listed: number, requests: number) =>
    `Sampled: ${count(listed)} of ${count(requests)} requests are listed. Busy environments are sampled; the figures and charts count every request.`,
  lost: (lost: number) =>
    `${count(lost)} more ${lost === 1 ? 'request' : 'requests'} could not be logged.`,
  chart: {
    label: 'Requests over time',
    requests: 'Requests',
    perMinute: (rate: number) =>
      `${rate.toLocaleString('en', { maximumSignificantDigits: 2 })} per minute`,
    errors: 'Errors',
    share: (percent: string) => `${percent} of all`,
    median: 'Median',
    slowest: '95th percentile',
    half: '50% of requests are faster',
    oneInTwenty: '5% of requests take longer',
    perStep: (minutes: number) => `Requests per ${stepOf(minutes)}`,
    duration: 'Duration',
    succeeded: 'Succeeded',
    refused: 'Client errors',
    failed: 'Server errors',
    p50: 'Median',
    p95: '95th percentile',
    time: 'Time',
  },
  offers: {
    title: 'Suggested indexes',
    text: 'These requests read more than 10,000 rows. “Add index” changes dev’s saved draft; the next sync builds the index without blocking requests.',
    list: 'List of suggested indexes',
    item: (requests: number, environment: string) =>
      `${count(requests)} ${requests === 1 ? 'request' : 'requests'} in ${environment}`,
    add: 'Add index',
    addTo: (table: string, fields: string) => `Add index on ${fields} to ${table}`,
    added: (table: string) => `Index added to the draft of ${table}`,
    addedText: 'Sync the database in Data to build it.',
    failed: 'Could not add the index',
    failedText: 'Nothing was changed. Try again.',
    stale: 'Another user saved the configuration. It has been reloaded: try again.',
  },
} as const
