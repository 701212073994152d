import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete'
import { syntaxTree } from '@codemirror/language'
import type { EditorState } from '@codemirror/state'
import { jsonSchemaOfConfiguration } from '@plinth/schema'
import {
  findSchemas,
  fitting,
  type JsonSchema,
  listKeys,
  listValues,
  type SchemaStep,
} from './json-schema-place.ts'

type SyntaxNode = ReturnType<ReturnType<typeof syntaxTree>['resolveInner']>

function textOf(state: EditorState, node: SyntaxNode | null): string {
  return node ? state.sliceDoc(node.from, node.to).replace(/^"|"$/g, '') : ''
}

function keyOf(state: EditorState, property: SyntaxNode): string {
  return textOf(state, property.getChild('PropertyName'))
}

/** The members of an object that hold a plain text. */
function textsOf(state: EditorState, object: SyntaxNode): Record<string, string> {
  const pairs = object.getChildren('Property').map((property) => {
    return [keyOf(state, property), textOf(state, property.getChild('String'))]
  })
  return Object.fromEntries(pairs.filter(([, text]) => text !== ''))
}

/** The way from the whole text down to a node. */
function stepsTo(state: EditorState, node: SyntaxNode): SchemaStep[] {
  const steps: SchemaStep[] = []
  for (let at: SyntaxNode | null = node; at?.parent; at = at.parent) {
    const { parent } = at
    if (parent.name === 'Array') steps.unshift('item')
    else if (at.name === 'Property' && parent.name === 'Object') {
      steps.unshift({ key: keyOf(state, at), texts: textsOf(state, parent) })
    }
  }
  return steps
}

let schema: JsonSchema | undefined

function schemasAt(state: EditorState, node: SyntaxNode): JsonSchema[] {
  schema ??= jsonSchemaOfConfiguration() as JsonSchema
  return findSchemas(schema, stepsTo(state, node))
}

function keyOptions(state: EditorState, object: SyntaxNode): Completion[] {
  const written = new Set(object.getChildren('Property').map((property) => keyOf(state, property)))
  const schemas = fitting(schemasAt(state, object), textsOf(state, object))
  return listKeys(schemas)
    .filter(({ key }) => !written.has(key))
    .map(({ key, detail }) => ({ label: `"${key}"`, detail, apply: `"${key}"` }))
}

/** Keys and listed values of the configuration, from its JSON Schema. */
export function completeJson(context: CompletionContext): CompletionResult | null {
  const { state, pos } = context
  const node = syntaxTree(state).resolveInner(pos, -1)
  const isName = node.name === 'PropertyName'
  const object = isName ? node.parent?.parent : node.name === 'Object' ? node : undefined
  if (object) {
    if (!isName && !context.explicit) return null
    const options = keyOptions(state, object)
    return { from: isName ? node.from : pos, to: isName ? node.to : pos, options }
  }
  const property = node.name === 'Property' ? node : node.parent
  if (property?.name !== 'Property') return null
  const values = listValues(schemasAt(state, property.getChild('PropertyName') ?? node))
  if (values.length === 0) return null
  const isEmpty = node === property
  const options = values.map((value) => ({ label: JSON.stringify(value) }))
  return { from: isEmpty ? pos : node.from, to: isEmpty ? pos : node.to, options }
}
