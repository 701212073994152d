import { parseArgs } from 'node:util'
import { ProjectId } from '@plinth/contract'
import { usageSpan } from '../../projects/usage/usage-span.ts'
import { listUsageDays } from '../../projects/usage/usage-store.ts'
import { writeUsageCsv, writeUsageJson } from '../../projects/usage/write-usage.ts'
import type { Command } from '../context/command.ts'
import { usePlatform } from '../context/use-platform.ts'

const DAY = /^\d{4}-\d\d-\d\d$/
const WRITERS = new Map([
  ['csv', writeUsageCsv],
  ['json', writeUsageJson],
])

export const usageCommand: Command = {
  usage: 'usage [--project ID] [--from DAY] [--to DAY] [--format csv|json]',
  summary: 'Prints the usage per day of a project, or of all projects; without days, the last 30',
  run: async (args) => {
    const text = { type: 'string' } as const
    const options = { project: text, from: text, to: text, format: text }
    const { project, from, to, format = 'csv' } = parseArgs({ args, options }).values
    const write = WRITERS.get(format)
    const isValid =
      (project === undefined || ProjectId.safeParse(project).success) &&
      [from, to].every((day) => day === undefined || DAY.test(day))
    if (!write || !isValid) throw new Error(`plinth-server ${usageCommand.usage}`)
    const span = usageSpan({ from, to })
    return usePlatform(async (db) => {
      const days = await listUsageDays(db, { projectId: project ?? null, ...span })
      process.stdout.write(write(days))
      return 0
    })
  },
}
