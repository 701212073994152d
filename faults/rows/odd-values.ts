import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { ANY_VALUE, ODD_VALUES } from '../../apps/server/src/rows/testing/odd-values.ts'
import { SHOP } from '../../apps/server/src/rows/testing/shop-configuration.ts'
import { readDate } from '../../packages/expression/src/index.ts'
import { call, signIn } from '../stack/call.ts'
import { makeDataDir, removeDataDir, startStack } from '../stack/stack.ts'
import type { Suite, SuiteResult } from '../stack/suite.ts'
import { ENGINES } from './notes-project.ts'
import { buildShop } from './shop-project.ts'

const AT_ONCE = 16
/** Links need target rows, and files need uploads. */
const LEFT_OUT = new Set(['shelf', 'labels', 'card', 'image', 'files', 'pin'])

function sample(count: number): readonly (readonly [string, unknown])[] {
  const columns = Object.entries(ODD_VALUES).filter(([name]) => !LEFT_OUT.has(name))
  const numRuns = Math.ceil(count / columns.length)
  return columns.flatMap(([column, own]) =>
    fc
      .sample(fc.oneof({ weight: 4, arbitrary: own }, ANY_VALUE), { numRuns, seed: 37 })
      .map((value) => [column, value] as const),
  )
}

/** The value after JSON; dates are normalised to one spelling. */
function wireOf(column: string, value: unknown): unknown {
  const sent = JSON.parse(JSON.stringify({ value })).value ?? null
  if (column !== 'date' || typeof sent !== 'string') return sent
  const moment = readDate(sent)
  return moment === undefined ? sent : new Date(moment).toISOString()
}

type Bend = (value: unknown) => unknown

async function sendAll(options: {
  address: string
  token: string
  projectId: string
  count: number
  bend: Bend
}) {
  const { address, token, projectId, bend } = options
  const queue = [...sample(options.count)]
  const violations: string[] = []
  let [stored, refused] = [0, 0]
  const say = (column: string, value: unknown, what: string) =>
    violations.push(`${column} ${JSON.stringify(value)?.slice(0, 80)}: ${what}`)
  const person = async () => {
    for (let next = queue.pop(); next; next = queue.pop()) {
      const [column, value] = next
      const path = `/api/data/item?$projectId=${projectId}`
      const made = await call(
        { address, token },
        { method: 'POST', path, body: { [column]: value } },
      )
      const { data } = made.body as { data?: Record<string, unknown> & { id: string } }
      if (made.status !== undefined && [400, 413, 422].includes(made.status)) refused += 1
      else if (!data) say(column, value, `answered ${made.status}`)
      else {
        stored += 1
        const at = `/api/data/item/${data.id}?$projectId=${projectId}`
        const read = await call({ address, token }, { method: 'GET', path: at })
        const back = bend((read.body.data as Record<string, unknown> | undefined)?.[column])
        const sent = wireOf(column, value)
        if (!isDeepStrictEqual(back, sent) && !(value === undefined)) {
          say(column, value, `came back as ${JSON.stringify(back)?.slice(0, 80)}`)
        }
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, person))
  return { violations, stored, refused }
}

async function run(count: number, bend: Bend): Promise<SuiteResult> {
  const stack = await startStack({ dataDir: makeDataDir() })
  try {
    const token = await signIn(stack.address)
    const violations: string[] = []
    const figures: string[] = []
    for (const engine of ENGINES) {
      const projectId = await buildShop({ address: stack.address, token, engine, shop: SHOP })
      const sent = await sendAll({ address: stack.address, token, projectId, count, bend })
      violations.push(...sent.violations.map((each) => `${engine}: ${each}`))
      figures.push(`${engine} ${sent.stored} read back identical, ${sent.refused} rejected`)
    }
    return { violations, figures: figures.join('; ') }
  } finally {
    await stack.stop()
    removeDataDir(stack.dataDir)
  }
}

/** R37: an odd value is either rejected on write or reads back exactly as sent. */
export const oddValues: Suite = {
  name: 'odd-values',
  run: ({ full }) => run(full ? 50_000 : 1_000, (value) => value),
  prove: () => run(200, (value) => (typeof value === 'string' ? value.slice(1) : value)),
}
