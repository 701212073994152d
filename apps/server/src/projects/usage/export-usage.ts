import { exportUsage as endpoint } from '@plinth/contract'
import { FileStream } from '../../foundation/http/calls/call.ts'
import { route } from '../../foundation/http/calls/route.ts'
import type { ProjectsContext } from '../context.ts'
import { usageSpan } from './usage-span.ts'
import { listUsageDays } from './usage-store.ts'
import { writeUsageCsv, writeUsageJson } from './write-usage.ts'

const FORMATS = {
  csv: { type: 'text/csv; charset=utf-8', write: writeUsageCsv },
  json: { type: 'application/json; charset=utf-8', write: writeUsageJson },
}

async function* one(text: string): AsyncGenerator<string> {
  yield text
}

export const exportUsage = route(
  endpoint,
  async ({ project, query }, { db, usage }: ProjectsContext) => {
    const span = usageSpan(query)
    await usage.flush()
    const days = await listUsageDays(db, { projectId: project.id, ...span })
    const { type, write } = FORMATS[query.format]
    const name = `usage-${span.from}-${span.to}.${query.format}`
    return new FileStream({ name, type, pieces: one(write(days)) })
  },
)
