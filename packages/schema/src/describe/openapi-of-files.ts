import {
  type Configuration,
  describeEndpoint,
  EXAMPLES,
  getFileLinks,
  requestUpload,
  type Table,
} from '@plinth/contract'
import { fieldsOfTable } from './fields-of-table.ts'
import {
  type Json,
  jsonContent,
  parameterRefs,
  responsesOf,
  withoutDialect,
} from './openapi-parts.ts'

const HOW: Readonly<Record<string, string>> = {
  requestUpload:
    'PUT the bytes of each file to its URL, with the same `content-type`, and `x-amz-acl` if the URL has that parameter; then save a row whose field has `fileName`, `fileSize`, `fileType`, the `url` without its query and, as `fileKey`, its path after `/files/`.',
  getFileLinks: 'The URLs are valid for five minutes. Ask again for a thumbnail with `isWaiting`.',
}

export const FILES_TAG = { name: 'files', description: 'Uploads and links of files in rows.' }

/** OpenAPI paths for the files of the tables that have such fields; none without them. */
export function openapiOfFiles(configuration: Configuration, tables: readonly Table[]): Json {
  const fields = tables.flatMap((table) =>
    fieldsOfTable(configuration, table)
      .filter(({ column }) => column.type === 'file' || column.type === 'image')
      .map(({ name }) => ({ table: table.name, name })),
  )
  if (fields.length === 0) return {}
  const names = {
    tableName: { type: 'string', enum: [...new Set(fields.map(({ table }) => table))] },
    columnName: { type: 'string', enum: [...new Set(fields.map(({ name }) => name))] },
  }
  const [first] = fields
  const entries = [requestUpload, getFileLinks].map((endpoint) => {
    const { body, answer } = EXAMPLES[endpoint.name] ?? {}
    const shape = withoutDialect(endpoint.body?.toJSONSchema({ io: 'input' }) ?? {})
    const schema = { ...shape, properties: { ...(shape.properties as Json), ...names } }
    const example = { ...(body as Json), tableName: first?.table, columnName: first?.name }
    const operation = {
      operationId: endpoint.name,
      summary: endpoint.summary,
      description: `${describeEndpoint(endpoint)} ${HOW[endpoint.name]}`,
      tags: [FILES_TAG.name],
      security: [{ bearer: [] }, {}],
      parameters: parameterRefs(['$projectId', '$environment']),
      requestBody: { required: true, content: jsonContent(schema, example) },
      responses: responsesOf('Success', {
        schema: withoutDialect(endpoint.answer.toJSONSchema()),
        example: answer,
      }),
    }
    return [endpoint.path, { post: operation }] as const
  })
  return Object.fromEntries(entries)
}
