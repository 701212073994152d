/** The JSON schema of a field, as the OpenAPI document of a project has it. */
export interface FieldSchema {
  readonly type?: string
  readonly anyOf?: readonly FieldSchema[]
}

const TRUE = /^(true|yes|1)$/i
const FALSE = /^(false|no|0)$/i
/** What an export writes before a text that a spreadsheet would take for a formula. */
const GUARDED = /^'(?=[=+\-@\t\r\n])/

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/**
 * The value of a cell for a field; undefined if the cell is empty. A cell that does not have the field's type stays a text,
 * so that the server names it.
 */
export function valueOfCell(text: string, schema: FieldSchema | undefined): unknown {
  if (text === '') return undefined
  const { type } = schema?.anyOf?.find((one) => one.type !== 'null') ?? schema ?? { type: 'string' }
  switch (type) {
    case 'number':
    case 'integer':
      return text.trim() === '' || Number.isNaN(Number(text)) ? text : Number(text)
    case 'boolean':
      if (TRUE.test(text)) return true
      return FALSE.test(text) ? false : text
    case 'string':
      return text.replace(GUARDED, '')
    default:
      // Lists, files and JSON fields.
      return parseJson(text.replace(GUARDED, ''))
  }
}
