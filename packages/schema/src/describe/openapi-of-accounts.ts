import { describeEndpoint, ENDPOINTS, EXAMPLES, type Table } from '@plinth/contract'
import {
  componentOf,
  type Json,
  jsonContent,
  parameterRefs,
  refTo,
  responsesOf,
  withoutDialect,
} from './openapi-parts.ts'

/** The parameters of a path besides the table, whose name is in it. */
const idsIn = (path: string): Json[] =>
  [...path.matchAll(/\{(\w+)\}/g)]
    .map(([, name]) => name)
    .filter((name) => name !== 'table')
    .map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } }))

/** OpenAPI paths of an Auth table's account endpoints. */
export function openapiOfAccounts(table: Table): Json {
  const name = componentOf(table)
  const calls = ENDPOINTS.filter(({ path }) => path.startsWith('/api/auth/{table}/'))
  const entries = calls.map((endpoint) => {
    const { path, method, summary, access, body, answer } = endpoint
    const isNew = path.endsWith('/sign-up')
    const examples = EXAMPLES[endpoint.name]
    const sent = isNew
      ? refTo(`${name}Create`)
      : body && withoutDialect(body.toJSONSchema({ io: 'input', unrepresentable: 'any' }))
    const example = isNew ? undefined : examples?.body
    const operation = {
      operationId: `${endpoint.name}_${name}`,
      summary,
      description: describeEndpoint(endpoint),
      tags: [table.name],
      security: access === 'user' ? [{ bearer: [] }] : [],
      parameters: [...idsIn(path), ...parameterRefs(['$projectId', '$environment'])],
      ...(sent && { requestBody: { required: true, content: jsonContent(sent, example) } }),
      responses: responsesOf('Success', {
        schema: withoutDialect(answer.toJSONSchema()),
        example: examples?.answer,
      }),
    }
    const url = path.replace('{table}', encodeURIComponent(table.name))
    return { url, methods: { [method.toLowerCase()]: operation } }
  })
  const paths: Record<string, Json> = {}
  for (const { url, methods } of entries) paths[url] = { ...paths[url], ...methods }
  return paths
}
