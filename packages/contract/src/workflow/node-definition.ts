import * as z from 'zod'

export const FORM_COMPONENTS = [
  'text-input',
  'number-input',
  'select',
  'multiselect',
  'checkbox',
  'radio',
  'switch',
  'code-editor',
  'json-editor',
  'key-value-editor',
  'file-upload',
  'date-picker',
  'time-picker',
  'color-picker',
  'form-group',
  'tabs',
  'accordion',
  'credential-selector',
  'environment-selector',
  'api-endpoint-selector',
] as const

/** Forms that edit the value of a component by the project's schema; each reads and writes the component's own value. */
const FORM_EDITORS = [
  'table-name',
  'row',
  'row-filter',
  'row-sort',
  'texts',
  'values',
  'schedule',
  'form-fields',
] as const

const condition = z.strictObject({ parameter: z.string(), values: z.array(z.string()) })

/** One parameter of a node, with the form component that edits it. */
export const NodeProperty = z.strictObject({
  order: z.number().default(0),
  default: z.json().optional(),
  ui: z.strictObject({
    component: z.enum(FORM_COMPONENTS),
    label: z.string().optional(),
    placeholder: z.string().optional(),
    min: z.number().optional(),
    max: z.number().optional(),
    step: z.number().default(1),
    options: z.array(z.strictObject({ value: z.string(), label: z.string() })).optional(),
    /** Loads the options of a select from the project. */
    options_from: z.enum(['tables']).optional(),
    /** The form that the console offers for the value. */
    editor: z.enum(FORM_EDITORS).optional(),
    language: z.string().optional(),
    height: z.number().optional(),
    credential_type: z.string().optional(),
    /** Shows the property only if another parameter has one of these values, and `also` holds if given. */
    shown_when: condition.extend({ also: condition.optional() }).optional(),
  }),
})
export type NodeProperty = z.infer<typeof NodeProperty>

const handles = z.strictObject({ types: z.array(z.string().max(100)).max(50) })

export const NodeDefinition = z.strictObject({
  name: z.string().min(1).max(100),
  display_name: z.string().max(200),
  description: z.string().max(2000),
  category: z.string().max(100),
  input_schemas: z.record(z.string(), z.record(z.string(), NodeProperty)),
  connection_config: z.strictObject({ inputs: handles, outputs: handles }),
})
export type NodeDefinition = z.infer<typeof NodeDefinition>
