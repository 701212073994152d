import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete'
import { syntaxTree } from '@codemirror/language'
import type { EditorState } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
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

/** The string members of an object. */
function textsOf(state: EditorState, object: SyntaxNode): Record<string, string> {
  const pairs = object.getChildren('Property').map((property) => {
    return [keyOf(state, property), textOf(state, property.getChild('String'))]
  })
  return Object.fromEntries(pairs.filter(([, text]) => text !== ''))
}

/** The path from the root of the document to a node. */
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

/** While only these characters are typed, the completion list stays valid. */
const WORD = /^\w*$/

/** Inserts a completion in double quotes and moves the cursor past the closing quote. */
function applyQuoted(
  view: EditorView,
  { label }: Completion,
  place: { from: number; to: number },
): void {
  const isClosed = view.state.sliceDoc(place.to, place.to + 1) === '"'
  view.dispatch({
    changes: { ...place, insert: isClosed ? label : `${label}"` },
    selection: { anchor: place.from + label.length + 1 },
  })
}

const quoted = {
  apply: (view: EditorView, option: Completion, from: number, to: number) =>
    applyQuoted(view, option, { from, to }),
}

function listOptions(state: EditorState, node: SyntaxNode): { label: string; detail?: string }[] {
  const object = node.name === 'Object' ? node : node.parent?.parent
  if (!object) return []
  const written = new Set(object.getChildren('Property').map((property) => keyOf(state, property)))
  const schemas = fitting(schemasAt(state, object), textsOf(state, object))
  return listKeys(schemas)
    .filter(({ key }) => !written.has(key))
    .map(({ key, detail }) => ({ label: key, detail }))
}

/** Completes keys and enum values of the configuration from its JSON Schema. */
export function completeJson(context: CompletionContext): CompletionResult | null {
  const { state, pos } = context
  const node = syntaxTree(state).resolveInner(pos, -1)
  if (node.name === 'PropertyName') {
    const options = listOptions(state, node).map((option) => ({ ...option, ...quoted }))
    return { from: node.from + 1, options, validFor: WORD }
  }
  if (node.name === 'Object') {
    if (!context.explicit) return null
    const options = listOptions(state, node).map(({ label, detail = '' }) => ({
      label: `"${label}"`,
      detail,
    }))
    return { from: pos, options }
  }
  const property = node.name === 'Property' ? node : node.parent
  if (property?.name !== 'Property') return null
  const values = listValues(schemasAt(state, property.getChild('PropertyName') ?? node))
  if (node.name === 'String') {
    const texts = values.filter((value) => typeof value === 'string')
    return {
      from: node.from + 1,
      options: texts.map((label) => ({ label, ...quoted })),
      validFor: WORD,
    }
  }
  const options = values.map((value) => ({ label: JSON.stringify(value) }))
  return { from: node === property ? pos : node.from, options }
}
