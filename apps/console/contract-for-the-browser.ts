import type { Plugin } from 'vite'

const SHAPES = new Set(['params', 'query', 'body', 'answer'])

interface Node {
  type: string
  start: number
  end: number
  name?: string
  key?: Node
  init?: Node | null
  callee?: Node
  declaration?: Node | null
  declarations?: Node[]
  arguments?: Node[]
  properties?: Node[]
}

interface Edit {
  start: number
  end: number
  text: string
}

/** The calls that initialise the module's constants: `const name = call(…)`. */
function callsIn(statement: Node): Node[] {
  const declarations = (statement.declaration ?? statement).declarations ?? []
  return declarations.flatMap(({ init }) => (init?.type === 'CallExpression' ? [init] : []))
}

/** The entries of `endpoint({ … })` that only the server reads. */
function shapesIn(call: Node): Node[] {
  if (call.callee?.name !== 'endpoint') return []
  const properties = call.arguments?.[0]?.properties ?? []
  return properties.filter((property) => SHAPES.has(property.key?.name ?? ''))
}

function editsOf(call: Node): Edit[] {
  return [
    { start: call.start, end: call.start, text: '/* @__PURE__ */ (() => ' },
    ...shapesIn(call).map(({ start, end }) => ({ start, end, text: '...{}' })),
    { start: call.end, end: call.end, text: ')()' },
  ]
}

/**
 * The browser only sends calls, so the shapes inside the contract's endpoints stay out of its scripts,
 * and so does every other shape that no screen uses: making one changes nothing elsewhere.
 * With them the sign-in screen alone would load the whole of zod. The types are untouched.
 */
export function contractForTheBrowser(): Plugin {
  return {
    name: 'contract-for-the-browser',
    transform: {
      filter: { id: /\/packages\/contract\/src\// },
      handler(code) {
        const program = this.parse(code) as unknown as { body: Node[] }
        const edits = program.body.flatMap(callsIn).flatMap(editsOf)
        const changed = edits.reduceRight(
          (text, edit) => text.slice(0, edit.start) + edit.text + text.slice(edit.end),
          code,
        )
        return { code: changed, map: null }
      },
    },
  }
}
