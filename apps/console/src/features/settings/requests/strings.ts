import type { LoggedRequest } from '@plinth/contract'

export const KIND_WORDS: Record<LoggedRequest['kind'], string> = {
  staff: 'Staff',
  user: 'App user',
  key: 'Key',
  guest: 'Anonymous',
}

const count = (number: number) => number.toLocaleString('en')
const STEP_WORDS: Record<number, string> = { 1: 'minute', 60: 'hour', 1440: 'day' }
const stepOf = (minutes: number) =>
  STEP_WORDS[minutes] ?? (minutes < 60 ? `${minutes} minutes` : `${minutes / 60} hours`)

export const requestStrings = {
  text: 'What apps and people asked of this environment’s rows, and what came of it. Never what they sent.',
  list: 'Requests',
  columns: {
    status: 'Status',
    request: 'Request',
    who: 'By',
    rows: 'Rows',
    duration: 'Time taken',
    when: 'When',
  },
  noTable: 'no table',
  fields: (filtered: readonly string[], sorted: readonly string[]) =>
    [
      filtered.length > 0 ? `filter on ${filtered.join(', ')}` : '',
      sorted.length > 0 ? `sort by ${sorted.join(', ')}` : '',
    ]
      .filter(Boolean)
      .join(' · '),
  copyId: 'Copy the request id',
  copied: 'Copied',
  filters: {
    label: 'Filter the requests',
    method: 'Method',
    anyMethod: 'Any',
    table: 'Table',
    anyTable: 'All tables',
    status: 'Status',
    anyStatus: 'Any status',
    statuses: { '2xx': 'Succeeded (2xx)', '4xx': 'Refused (4xx)', '5xx': 'Failed (5xx)' },
    kind: 'By',
    anyKind: 'Anybody',
    time: 'Time',
    times: {
      hour: 'Last hour',
      day: 'Last 24 hours',
      week: 'Last 7 days',
      custom: 'From … to …',
    },
    from: 'From',
    to: 'To',
    requestId: 'Request id',
    requestIdHint: 'from X-Request-Id',
    wrongId: 'This is no request id.',
    clear: 'Clear filters',
  },
  pages: 'Pages of requests',
  newer: 'Newer',
  older: 'Older',
  page: (page: number) => `Page ${page}`,
  empty: {
    title: 'No requests yet',
    text: 'Call the data API: the API section has examples to copy. Every request is listed here within a second or two, with its status, its time and who made it.',
  },
  off: {
    title: 'The request log is switched off',
    text: 'This server writes no requests down: PLINTH_REQUEST_DAYS is 0. Set it to the number of days that requests are kept, such as 7, and start the server again; they are listed from then on.',
  },
  none: {
    title: 'No request matches',
    text: 'No request in this time fits the filters. Choose a longer time, or clear them.',
  },
  sampled: (listed: number, requests: number) =>
    `Sampled: ${count(listed)} of ${count(requests)} requests are listed. While an environment is busy only a part is; the figures and charts count every one.`,
  lost: (lost: number) =>
    `${count(lost)} more ${lost === 1 ? 'request was' : 'requests were'} answered while the log could not be written.`,
  chart: {
    label: 'Requests over time',
    requests: 'Requests',
    perMinute: (rate: number) =>
      `${rate.toLocaleString('en', { maximumSignificantDigits: 2 })} a minute`,
    errors: 'Errors',
    share: (percent: string) => `${percent} of all`,
    median: 'Median',
    slowest: '95th percentile',
    half: 'half of them are faster',
    oneInTwenty: 'one in twenty takes longer',
    perStep: (minutes: number) => `Requests per ${stepOf(minutes)}`,
    duration: 'Time taken',
    succeeded: 'Succeeded',
    refused: 'Refused',
    failed: 'Failed',
    p50: 'Median',
    p95: '95th percentile',
    time: 'Time',
  },
  offers: {
    title: 'These would be faster with an index',
    text: 'They read more than 10,000 rows. An index goes into dev’s saved draft; Sync builds it without stopping anybody.',
    list: 'Indexes that would help',
    item: (requests: number, environment: string) =>
      `${count(requests)} ${requests === 1 ? 'request' : 'requests'} in ${environment}`,
    add: 'Add index',
    addTo: (table: string, fields: string) => `Add index over ${fields} to ${table}`,
    added: (table: string) => `Index added to the draft of ${table}`,
    addedText: 'Sync it in Data to build it.',
    failed: 'Could not add the index',
    failedText: 'Nothing was changed. Try again.',
    stale: 'Somebody else saved the configuration meanwhile. It was loaded again: try once more.',
  },
} as const
