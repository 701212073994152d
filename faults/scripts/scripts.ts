import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import {
  openRunner,
  type ScriptRunner,
} from '../../apps/server/src/workflows/script-runner/open-runner.ts'
import {
  type Jail,
  type JailOptions,
  jailOf,
} from '../../apps/server/src/workflows/script-runner/runner-command.ts'
import type { Suite } from '../stack/suite.ts'
import { BOMBS } from './bombs.ts'
import { ESCAPES } from './escapes.ts'

const LIMIT_MS = 1_000
/** Limits for ending code and for blocking our event loop; short rounds must not fail on a busy machine. */
interface Bounds {
  deadMs: number
  delayMs: number
}
const FULL: Bounds = { deadMs: LIMIT_MS + 1_500, delayMs: 50 }
const REDUCED: Bounds = { deadMs: LIMIT_MS + 10_000, delayMs: 250 }
const scope = { in: {}, node: {}, trigger: null, const: {}, run: {}, now: '' }

/** Path of Bubblewrap if it is not Debian's. */
const ELSEWHERE = process.env.BWRAP ? { bubblewrap: process.env.BWRAP } : {}

async function withRunner<T>(
  work: (runner: ScriptRunner, jail: Jail) => Promise<T>,
  options: Pick<JailOptions, 'bubblewrap'> = ELSEWHERE,
): Promise<T> {
  const dataDir = mkdtempSync(join(tmpdir(), 'scripts-'))
  const secretFile = join(dataDir, 'secret.key')
  writeFileSync(secretFile, 'secret')
  const facts: JailOptions = { mode: 'jailed', dataDir, secretFile, port: 1, ...options }
  const runner = openRunner(facts, { debug: () => undefined })
  try {
    return await work(runner, jailOf(facts))
  } finally {
    await runner.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

const run = (runner: ScriptRunner, script: string) =>
  runner.run({ code: { script }, scope, timeLimitMs: LIMIT_MS }, { projectId: 'faults' })

interface Tried {
  runner: ScriptRunner
  bombs: readonly string[]
  bounds: Bounds
}

/** An attempt that reaches something returns its type. */
async function tryEscapes(runner: ScriptRunner, lead: string): Promise<string[]> {
  const problems: string[] = []
  for (const { name, code } of ESCAPES) {
    const value = await run(runner, `${lead}${code}`).then(
      (answer) => answer.value,
      () => 'undefined',
    )
    // An empty or odd result is harmless; an object or function is not.
    if (value === 'object' || value === 'function') problems.push(`${name} reached a ${value}`)
  }
  return problems
}

async function tryBombs({ runner, bombs, bounds }: Tried): Promise<string[]> {
  const problems: string[] = []
  for (const bomb of bombs) {
    await Promise.all([run(runner, 'return 1'), run(runner, 'return 1')])
    const startedAt = performance.now()
    const neighbour = run(runner, 'return "fine"').catch(() => ({ value: 'harmed' }))
    await run(runner, bomb).catch(() => undefined)
    const took = performance.now() - startedAt
    if (took > bounds.deadMs) problems.push(`${bomb} was alive after ${Math.round(took)} ms`)
    if ((await neighbour).value !== 'fine') problems.push(`${bomb} harmed its neighbour`)
  }
  return problems
}

/** Runs everything in one sandbox; a second kind of sandbox gets a few bombs. */
async function tryJail(tried: Tried) {
  const { runner, bombs, bounds } = tried
  const delay = monitorEventLoopDelay({ resolution: 5 })
  const escaped = await tryEscapes(runner, '')
  delay.enable()
  const burnt = await tryBombs(tried)
  delay.disable()
  const p99 = delay.percentile(99) / 1e6
  const slow = p99 > bounds.delayMs ? [`the event loop stood still for ${p99.toFixed(0)} ms`] : []
  return {
    violations: [...escaped, ...burnt, ...slow],
    figures: `${ESCAPES.length} escapes, ${bombs.length} bombs, event loop p99 ${p99.toFixed(0)} ms`,
  }
}

export const scripts: Suite = {
  name: 'scripts',
  isAlone: true,
  async run({ full }) {
    const bounds = full ? FULL : REDUCED
    const some = BOMBS.filter((_, index) => index % 3 === 0)
    const results = [
      await withRunner(async (runner, jail) => {
        const tried = await tryJail({ runner, bounds, bombs: full ? BOMBS : some })
        return { jail, ...tried }
      }),
    ]
    if (results[0]?.jail === 'bubblewrap') {
      const other = await withRunner(
        async (runner, jail) => {
          const tried = await tryJail({ runner, bounds, bombs: full ? BOMBS : some.slice(0, 2) })
          return { jail, ...tried }
        },
        { bubblewrap: null },
      )
      results.push(other)
    }
    return {
      violations: results.flatMap(({ jail, violations }) =>
        violations.map((words) => `${jail}: ${words}`),
      ),
      figures: results.map(({ jail, figures }) => `${jail}: ${figures}`).join('; '),
    }
  },
  /** A runner that exposes the outer global: the attempts must find it. */
  prove: () =>
    withRunner(async (runner) => {
      const lead =
        'globalThis.process = { env: {} }; globalThis.require = () => 1; globalThis.Buffer = {};'
      const found = await tryEscapes(runner, lead)
      if (found.length < 50)
        throw new Error(`only ${found.length} attempts detected an open sandbox`)
      return { violations: found, figures: `${found.length} attempts found an open setup` }
    }),
}
