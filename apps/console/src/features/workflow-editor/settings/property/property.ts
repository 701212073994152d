import type { NodeDefinition, NodeProperty, WorkflowNode } from '@plinth/contract'
import type { Json } from '../../execution/execution.ts'
import { nodeSettingsStrings } from '../../strings/node-settings-strings.ts'

/** Props of every form component. */
export interface PropertyProps {
  label: string
  property: NodeProperty
  value: Json | undefined
  onChange: (value: Json) => void
  /** Why the node failed, if this field is the cause. */
  error?: string | undefined
}

export interface NamedProperty {
  name: string
  label: string
  property: NodeProperty
}

export interface PropertyGroup {
  name: string
  title: string
  properties: NamedProperty[]
}

/** Converts `max_tokens` and `maxTokens` to 'Max tokens'. */
export function humanise(name: string): string {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .trim()
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

type Parameters = WorkflowNode['data']['parameters']

function isShown(
  { ui }: NodeProperty,
  { parameters, defaults }: Record<'parameters' | 'defaults', Parameters>,
) {
  if (!ui.shown_when) return true
  const { also, ...first } = ui.shown_when
  const conditions = also ? [first, also] : [first]
  return conditions.every(({ parameter, values }) => {
    const value = parameters[parameter] ?? defaults[parameter]
    return values.includes(String(value ?? ''))
  })
}

function defaultsOf(definition: NodeDefinition): Parameters {
  return Object.fromEntries(
    Object.values(definition.input_schemas).flatMap((group) =>
      Object.entries(group).flatMap(([name, { default: value }]) =>
        value === undefined ? [] : [[name, value]],
      ),
    ),
  )
}

/** Visible property groups in order; the group named default is shown as 'General'. */
export function groupsOf({ definition, parameters }: WorkflowNode['data']): PropertyGroup[] {
  const defaults = defaultsOf(definition)
  const isGeneral = ([name]: [string, unknown]) => (name === 'default' ? 0 : 1)
  const groups = Object.entries(definition.input_schemas).sort(
    (one, other) => isGeneral(one) - isGeneral(other),
  )
  return groups.map(([name, group]) => ({
    name,
    title: name === 'default' ? nodeSettingsStrings.general : humanise(name),
    properties: Object.entries(group)
      .filter(([, property]) => isShown(property, { parameters, defaults }))
      .sort(([, one], [, other]) => one.order - other.order)
      .map(([key, property]) => ({
        name: key,
        label: property.ui.label ?? humanise(key),
        property,
      })),
  }))
}

/** A value as text for a text input. */
export function textOf(value: Json | undefined): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

export function isRecord(value: Json | undefined): value is { [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
