import type { NodeProperty } from '@plinth/contract'

type Ui = NodeProperty['ui']
type More = Partial<Omit<Ui, 'component' | 'label'>> & { default?: NodeProperty['default'] }
type Maker = (label: string, more?: More) => Omit<NodeProperty, 'order'>

function makerOf(component: Ui['component']): Maker {
  return (label, { default: value, ...ui } = {}) => ({
    ...(value === undefined ? {} : { default: value }),
    ui: { step: 1, ...ui, component, label },
  })
}

export const text = makerOf('text-input')
export const number = makerOf('number-input')
const code = makerOf('code-editor')

/** Select of `value: label` options; the first is the default. */
export function choice(label: string, options: Record<string, string>, more: More = {}) {
  const entries = Object.entries(options).map(([value, words]) => ({ value, label: words }))
  const [first] = entries
  return makerOf('select')(label, {
    ...(first ? { default: first.value } : {}),
    ...more,
    options: entries,
  })
}

/** Select of the project's tables, stored by id so that renames do not break it. */
export function table(label: string, more: More = {}) {
  return makerOf('select')(label, { ...more, options_from: 'tables' })
}

/** Filter in the rule language; `{{ }}` is not evaluated. */
export function rowFilter(label: string, more: More = {}) {
  return text(label, { ...more, language: 'row-filter', editor: 'row-filter' })
}

/** JSON editor whose texts may contain expressions. */
export function json(label: string, more: More = {}) {
  return code(label, { language: 'json', height: 160, ...more })
}

/** Multi-line text that may contain expressions. */
export function prose(label: string, more: More = {}) {
  return code(label, { language: 'text', height: 160, ...more })
}

/** Code editor without `{{ }}`: values are passed as variables, never interpolated. */
export function script(label: string, language: 'javascript' | 'sql' | 'rule', more: More = {}) {
  return code(label, { language, height: 240, ...more })
}

/** Credential of one type. */
export function credential(label: string, type: string, more: More = {}) {
  return makerOf('credential-selector')(label, { credential_type: type, ...more })
}

/** Sets the order of properties as written. */
export function group(
  properties: Record<string, Omit<NodeProperty, 'order'>>,
): Record<string, NodeProperty> {
  return Object.fromEntries(
    Object.entries(properties).map(([name, property], order) => [name, { order, ...property }]),
  )
}
