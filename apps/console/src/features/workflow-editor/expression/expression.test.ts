import { describe, expect, it } from 'vitest'
import { nodeDataOf } from '../data/node-data.ts'
import { addNode } from '../graph/add-node.ts'
import { emptyContent } from '../graph/content-of.ts'
import { kind } from '../testing/kinds.ts'
import { completePath } from './complete-path.ts'
import { findExpressions } from './find-expressions.ts'
import { previewText } from './preview-text.ts'
import { readPath } from './read-path.ts'
import { expressionScopeOf, type Scope } from './scope.ts'

const constants = [
  { key: 'SITE', value: 'shop.test', secret: false },
  { key: 'TOKEN', value: '', secret: true },
]

/** Start → Code → Last, and Apart, which has no connections. */
function example() {
  let graph = emptyContent()
  let last = ''
  for (const [name, inputs] of [
    ['start', []],
    ['code', ['input']],
    ['last', ['input']],
  ] as const) {
    const placement = last
      ? ({ kind: 'after', nodeId: last } as const)
      : ({ kind: 'at', position: { x: 0, y: 0 } } as const)
    const definition = kind(name, { inputs: [...inputs] })
    const added = addNode(graph, { definition, placement, now: 1 })
    if (!added) throw new Error('does not fit')
    graph = added.graph
    last = added.nodeId
  }
  const apart = { kind: 'at', position: { x: 0, y: 500 } } as const
  const added = addNode(graph, { definition: kind('apart'), placement: apart, now: 1 })
  return { graph: added?.graph ?? graph, nodeId: last }
}

function scope(results: Scope['results'] = { Code: { id: 7, tags: ['a', 'b'] }, Start: { x: 1 } }) {
  const { graph, nodeId } = example()
  const execution = { records: [], results, ranWith: {} }
  const data = nodeDataOf({ graph, execution, tables: [] }, nodeId)
  return expressionScopeOf({ graph, nodeId, data, constants, tables: [] })
}

describe('findExpressions', () => {
  it.each([
    ['plain', []],
    ['a {{ $in.x }} b', [' $in.x ']],
    ['{{a}}{{b}}', ['a', 'b']],
    ['{{ "}}" }}', [' "}}" ']],
    ['{{ open', [' open']],
  ])('finds in %j the expressions %j', (text, codes) => {
    expect(findExpressions(text).map(({ code }) => code)).toEqual(codes)
  })
})

describe('readPath', () => {
  it.each([
    ['$in', { root: '$in', steps: [] }],
    [' $in.a.b[0] ', { root: '$in', steps: ['a', 'b', 0] }],
    ['$node["X y"].id', { root: '$node', steps: ['X y', 'id'] }],
    ["$node['a\\'b']", { root: '$node', steps: ["a'b"] }],
    ['$const.KEY', { root: '$const', steps: ['KEY'] }],
  ])('parses %s', (code, path) => {
    expect(readPath(code)).toEqual(path)
  })

  it.each(['$in.a + 1', '$in.map(x => x)', '$other.a', 'in.a', '$in[a]', '$in.', '"text"', ''])(
    'does not parse %j',
    (code) => {
      expect(readPath(code)).toBeUndefined()
    },
  )
})

describe('previewText', () => {
  it.each([
    ['no expression here', undefined],
    ['{{ $in.id }}', { kind: 'value', text: '7' }],
    ['#{{ $in.tags[1] }} at {{$const.SITE}}', { kind: 'value', text: '#b at shop.test' }],
    ['{{ $node["Start"] }}', { kind: 'value', text: '{"x":1}' }],
    ['{{ $trigger.x }}', { kind: 'value', text: '1' }],
    ['{{ $in.missing }}', { kind: 'broken' }],
    ['{{ $in.constructor }}', { kind: 'broken' }],
    ['{{ $in.tags.length }}', { kind: 'broken' }],
    ['{{ $node["Apart"].x }}', { kind: 'broken' }],
    ['{{ $const.NONE }}', { kind: 'broken' }],
    ['{{ }}', { kind: 'broken' }],
    ['{{ $in.id', { kind: 'broken' }],
    ['{{ $const.TOKEN }}', { kind: 'unknown' }],
    ['{{ $now }}', { kind: 'unknown' }],
    ['{{ $in.id * 2 }}', { kind: 'unknown' }],
  ])('previews %j', (text, expected) => {
    const preview = previewText(scope(), text)
    if (expected === undefined) expect(preview).toBeUndefined()
    else expect(preview).toMatchObject(expected)
  })

  it('is unknown before the first run', () => {
    expect(previewText(scope({}), '{{ $in.id }}')).toMatchObject({ kind: 'unknown' })
  })
})

describe('completePath', () => {
  const labels = (before: string) =>
    completePath(scope(), before)?.choices.map(({ label }) => label)

  it.each([
    ['', ['$in', '$node["…"]', '$trigger', '$const', '$run', '$now']],
    [' $i', ['$in']],
    ['$node["', ['Code', 'Start']],
    ['$node["st', ['Start']],
    ['$in.', ['id', 'tags']],
    ['$in.t', ['tags']],
    ['$node["Code"].', ['id', 'tags']],
    ['$const.', ['SITE', 'TOKEN']],
    ['$in.id + $c', ['$const']],
    ['$in.tags.', undefined],
    ['text', undefined],
  ])('offers after %j the choices %j', (before, expected) => {
    expect(labels(before)).toEqual(expected)
  })

  it('never shows the value of a secret', () => {
    const choices = completePath(scope(), '$const.T')?.choices
    expect(choices).toEqual([{ text: 'TOKEN', label: 'TOKEN', detail: 'secret' }])
  })
})
