import type { UsageDay } from '@plinth/contract'

const COLUMNS = ['day', 'requests', 'runs', 'rows', 'rowBytes', 'fileBytes'] as const

/** Days as CSV with a header; numbers and ids need no quotes. */
export function writeUsageCsv(days: readonly (UsageDay & { projectId: string })[]): string {
  const lines = days.map((day) => [day.projectId, ...COLUMNS.map((name) => day[name])].join(','))
  return `${[['project', ...COLUMNS].join(','), ...lines].join('\n')}\n`
}

/** Days as a JSON array, one object per line. */
export function writeUsageJson(days: readonly (UsageDay & { projectId: string })[]): string {
  const lines = days.map(({ projectId, ...day }) => JSON.stringify({ project: projectId, ...day }))
  return `[\n${lines.join(',\n')}\n]\n`
}
