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

/** One of a few values, written `value: what a person reads`; the first is the default. */
export function choice(label: string, options: Record<string, string>, more: More = {}) {
  const entries = Object.entries(options).map(([value, words]) => ({ value, label: words }))
  const [first] = entries
  return makerOf('select')(label, {
    ...(first ? { default: first.value } : {}),
    ...more,
    options: entries,
  })
}

/** One of the project's tables, by its id: a new name does not matter to it. */
export function table(label: string, more: More = {}) {
  return makerOf('select')(label, { ...more, options_from: 'tables' })
}

/** A filter over rows, in the language of rules; `{{ }}` means nothing in it. */
export function rowFilter(label: string, more: More = {}) {
  return text(label, { ...more, language: 'row-filter' })
}

/** JSON whose texts may hold expressions. */
export function json(label: string, more: More = {}) {
  return code(label, { language: 'json', height: 160, ...more })
}

/** Text of several lines that may hold expressions. */
export function prose(label: string, more: More = {}) {
  return code(label, { language: 'text', height: 160, ...more })
}

/** Code in which `{{ }}` means nothing: values reach it by name, never by pasting. */
export function script(label: string, language: 'javascript' | 'sql', more: More = {}) {
  return code(label, { language, height: 240, ...more })
}

/** Which credential of one type the node uses. */
export function credential(label: string, type: string, more: More = {}) {
  return makerOf('credential-selector')(label, { credential_type: type, ...more })
}

/** Numbers the properties in the order in which they are written. */
export function group(
  properties: Record<string, Omit<NodeProperty, 'order'>>,
): Record<string, NodeProperty> {
  return Object.fromEntries(
    Object.entries(properties).map(([name, property], order) => [name, { order, ...property }]),
  )
}
