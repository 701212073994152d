import { RowQuery } from '@plinth/contract'

/** A call about files, asked like one about the rows they belong to. */
export function asRowQuery(
  query: Pick<RowQuery, '$projectId' | '$environment'>,
  projectId: string | undefined = query.$projectId,
): RowQuery {
  return RowQuery.parse({ $projectId: projectId, $environment: query.$environment })
}
