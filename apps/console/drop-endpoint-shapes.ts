import type { Plugin } from 'vite'

const SHAPES = new Set(['params', 'query', 'body', 'answer'])

interface Node {
  type: string
  start: number
  end: number
  name?: string
  key?: Node
  init?: Node
  callee?: Node
  declaration?: Node
  declarations?: Node[]
  arguments?: Node[]
  properties?: Node[]
}

/** The entries of `export const name = endpoint({ … })` that only the server reads. */
function shapesIn(statement: Node): Node[] {
  const calls = statement.declaration?.declarations?.map((declaration) => declaration.init) ?? []
  return calls
    .filter((call) => call?.callee?.name === 'endpoint')
    .flatMap((call) => call?.arguments?.[0]?.properties ?? [])
    .filter((property) => SHAPES.has(property.key?.name ?? ''))
}

/**
 * The browser only sends calls, so the shapes inside the contract's endpoints need not reach it:
 * with them the sign-in screen alone would load the whole of zod.
 * The types stay, and a form may still import the shapes it checks with.
 */
export function dropEndpointShapes(): Plugin {
  return {
    name: 'drop-endpoint-shapes',
    transform: {
      filter: { id: /\/packages\/contract\/src\// },
      handler(code) {
        const program = this.parse(code) as unknown as { body: Node[] }
        const shapes = program.body.flatMap(shapesIn)
        return shapes.reduceRight((text, { start, end }) => {
          // What was between two entries is blanked too; the places of the rest stay as they are.
          const comma = text.slice(end).match(/^\s*,/)?.[0].length ?? 0
          return text.slice(0, start) + ' '.repeat(end + comma - start) + text.slice(end + comma)
        }, code)
      },
    },
  }
}
