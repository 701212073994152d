import { RowQuery } from '@plinth/contract'
import { projectNotFound } from '../../foundation/http/errors/api-error.ts'

/** The row query of a file endpoint; throws 404 if the project id is invalid. */
export function asRowQuery(
  query: Pick<RowQuery, '$projectId' | '$environment'>,
  projectId: string | undefined = query.$projectId,
): RowQuery {
  const parsed = RowQuery.safeParse({ $projectId: projectId, $environment: query.$environment })
  if (!parsed.success) throw projectNotFound()
  return parsed.data
}
