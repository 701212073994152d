import type { AppField } from './fields-of-table.ts'

type JsonSchema = Record<string, unknown>

const FILE = { $ref: '#/components/schemas/File' }

function schemaOfOne({ column, target }: AppField): JsonSchema {
  switch (column.type) {
    case 'text':
      return { type: 'string', ...(column.options.max && { maxLength: column.options.max }) }
    case 'email':
      return { type: 'string', format: 'email' }
    case 'url':
      return { type: 'string', format: 'uri' }
    case 'phoneNumber':
      return { type: 'string' }
    case 'number':
      return { type: column.options.hasDecimal ? 'number' : 'integer' }
    case 'checkbox':
      return { type: 'boolean' }
    case 'select':
      return { type: 'string', enum: column.options.selectOptions }
    case 'date':
      return { type: 'string', format: 'date-time' }
    case 'relation':
      return {
        type: 'string',
        description: `The id of a row of ${target?.name ?? 'another table'}`,
      }
    case 'image':
    case 'file':
      return FILE
    case 'json':
      return {}
  }
}

export function jsonSchemaOfField(field: AppField): JsonSchema {
  const one = schemaOfOne(field)
  const value = field.isMany ? { type: 'array', items: one } : one
  const isNullable = !field.isRequired && !(field.isMany && field.column.type === 'relation')
  return isNullable && Object.keys(value).length > 0 ? { anyOf: [value, { type: 'null' }] } : value
}
