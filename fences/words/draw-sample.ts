import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { listFiles, TYPESCRIPT } from '../list-files.ts'
import { readTexts, type Text, type TextKind } from './read-texts.ts'

const ROOT = join(import.meta.dirname, '../..')
const SIZE = 100
/** Number of texts of each kind in the sample; most are comments. */
const SHARES: Record<TextKind, number> = {
  comment: 40,
  'log line': 20,
  'test name': 20,
  'UI string': 20,
}

const readHead = () =>
  execFileSync('git', ['rev-parse', 'HEAD'], { cwd: ROOT, encoding: 'utf8' }).slice(0, 8)

/** Mulberry32: the same numbers for the same seed on every machine. */
function randomOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Draws without replacement: a partial Fisher–Yates shuffle. */
function draw(texts: readonly Text[], count: number, random: () => number): Text[] {
  const pool = [...texts]
  return Array.from({ length: Math.min(count, pool.length) }, () => {
    const [drawn] = pool.splice(Math.floor(random() * pool.length), 1)
    return drawn as Text
  })
}

const seed = process.argv[2] ?? readHead()
const random = randomOf(Number.parseInt(seed, 16))
const files = listFiles(ROOT, TYPESCRIPT)
const all = files.flatMap((file) => readTexts(file, readFileSync(join(ROOT, file), 'utf8')))
const sample = Object.entries(SHARES).flatMap(([kind, share]) =>
  draw(
    all.filter((text) => text.kind === kind),
    share,
    random,
  ),
)
console.log(`${sample.length} of ${all.length} texts, seed ${seed}, ${SIZE} wanted`)
for (const [at, { kind, file, line, text }] of sample.entries()) {
  console.log(`${at + 1} | ${kind} | ${file}:${line} | ${text}`)
}
