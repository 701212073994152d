import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Measured, Measurement } from '../measure/measurement.ts'

const folder = join(import.meta.dirname, '../..')
const PLAYWRIGHT = ['test', '-c', 'e2e/playwright.config.ts', '--project=speed', '--workers=1']

/** Timings of a busy machine are not comparable, so the load is recorded with them. */
function howBusy(): 'busy' | 'quiet' {
  return (loadavg()[0] ?? 0) > availableParallelism() / 2 ? 'busy' : 'quiet'
}

function walk(spec: string, figures: string): Promise<number> {
  const walking = spawn('npx', ['playwright', ...PLAYWRIGHT, spec], {
    cwd: folder,
    env: { ...process.env, PLINTH_E2E_FIGURES: figures },
    stdio: 'inherit',
  })
  return new Promise((resolve, reject) => {
    walking.on('error', reject)
    walking.on('exit', (code) => resolve(code ?? 1))
  })
}

function print(figures: Record<string, unknown>): string {
  return Object.entries(figures)
    .map(([name, value]) => `${name} ${typeof value === 'object' ? JSON.stringify(value) : value}`)
    .join(', ')
    .replaceAll(/["{}]/g, '')
}

/** Runs a browser test whose measurements are stored; the console must be built first. */
function inBrowser(name: string, spec: string): Measurement {
  const run = async (): Promise<Measured> => {
    const machineWas = howBusy()
    const place = mkdtempSync(join(tmpdir(), 'plinth-figures-'))
    const file = join(place, 'figures.json')
    try {
      const code = await walk(spec, file)
      const figures = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>
      const violations = code === 0 ? [] : [`${spec} did not pass`]
      return { figures: print(figures), violations, result: { machineWas, ...figures } }
    } finally {
      rmSync(place, { recursive: true })
    }
  }
  return { name, run }
}

/** 500,000 rows: long jumps, long scrolls, sorting. */
export const gridFar = inBrowser('grid-far', 'e2e/grid/far-speed.spec.ts')
/** 100,000 rows of 20 columns: scrolling and editing. */
export const gridWork = inBrowser('grid', 'e2e/grid/grid-speed.spec.ts')
/** Import of 100,000 CSV rows, compared with PostgreSQL's COPY. */
export const gridImport = inBrowser('grid-import', 'e2e/grid/import-speed.spec.ts')
