import { RowQuery } from '@plinth/contract'
import { projectNotFound } from '../../foundation/http/errors/refusal.ts'

/** A call about files, asked like one about the rows they belong to. */
export function asRowQuery(
  query: Pick<RowQuery, '$projectId' | '$environment'>,
  projectId: string | undefined = query.$projectId,
): RowQuery {
  const asked = RowQuery.safeParse({ $projectId: projectId, $environment: query.$environment })
  if (!asked.success) throw projectNotFound()
  return asked.data
}
