import { ENDPOINTS, type Table } from '@plinth/contract'

type Json = Record<string, unknown>

/** Schemas inside an OpenAPI document must not repeat `$schema`. */
export function withoutDialect({ $schema, ...schema }: object & { $schema?: unknown }): Json {
  return schema
}

const content = (schema: Json) => ({ 'application/json': { schema } })

/** OpenAPI paths of an Auth table's account endpoints. */
export function openapiOfAccounts({ name }: Table): Json {
  const calls = ENDPOINTS.filter(({ path }) => path.startsWith('/api/auth/{table}/'))
  const entries = calls.map((endpoint) => {
    const { path, method, summary, access, body, answer } = endpoint
    const isNew = path.endsWith('/sign-up')
    const sent = isNew
      ? { $ref: `#/components/schemas/${name}Create` }
      : body && withoutDialect(body.toJSONSchema({ io: 'input', unrepresentable: 'any' }))
    const operation = {
      operationId: `${endpoint.name}_${name}`,
      summary,
      tags: [name],
      security: access === 'user' ? [{ bearer: [] }] : [],
      parameters: ['projectId', 'environment'].map((one) => ({
        $ref: `#/components/parameters/${one}`,
      })),
      ...(sent && { requestBody: { required: true, content: content(sent) } }),
      responses: {
        200: { description: 'Success', content: content(withoutDialect(answer.toJSONSchema())) },
        default: { $ref: '#/components/responses/Error' },
      },
    }
    return [path.replace('{table}', name), { [method.toLowerCase()]: operation }] as const
  })
  return Object.fromEntries(entries)
}
