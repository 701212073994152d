import { call } from '../stack/call.ts'
import { Random } from '../stack/random.ts'
import { makeDataDir, removeDataDir, startStack } from '../stack/stack.ts'
import type { Suite, SuiteResult } from '../stack/suite.ts'
import { buildNotesProject, ENGINES, type NotesProject } from './notes-project.ts'

const SEED = 2
const AT_ONCE = 16
const HEX = '0123456789abcdef'

interface Probe {
  method: string
  path: string
  body?: unknown
}

const OPERATORS = ['=', '!=', '>', '>=', '<', '<=', '~', '!~'] as const

/** A request about a hidden or hashed field that contains a guess. */
function probeOf(random: Random, { topic, notes }: NotesProject): (guess: string) => Probe {
  const column = random.pick([
    'secret',
    'pin',
    'topic.notes.secret',
    'owner.password',
    'secret:length',
  ])
  const operator = `${random.chance(0.3) ? '?' : ''}${random.pick(OPERATORS)}`
  const note = random.pick(notes)
  const turned = random.pick(OPERATORS)
  const list = (key: string, value: string) => ({
    method: 'GET',
    path: `/api/data/note?$version=v2&${key}=${encodeURIComponent(value)}`,
  })
  const filters: readonly ((guess: string) => string)[] = [
    (guess) => `${column} ${operator} "${guess}"`,
    (guess) => `!(${column} ${operator} "${guess}")`,
    (guess) => `title ~ "%" && ${column} ${operator} "${guess}"`,
    (guess) => `rank >= 0 || ${column} ${operator} "${guess}"`,
    (guess) => `${column} in ["${guess}", "x"]`,
    (guess) => `@table.note.secret ${operator} "${guess}"`,
    (guess) => `lower(${column}) ${operator} "${guess}"`,
    (guess) => `"${guess}" ${turned} ${column}`,
    (guess) => `notes.secret ?~ "${guess}"`,
  ]
  const filter = random.pick(filters)
  const cursor = (guess: string) =>
    Buffer.from(JSON.stringify([1, 'abcdefghijkl', [guess, note]])).toString('base64url')
  return random.pick<(guess: string) => Probe>([
    (guess) => list('$filter', filter(guess)),
    (guess) => list('$filter', filter(guess)),
    (guess) => list('$filter', filter(guess)),
    (guess) => list('$sort', `${column},-${guess}`),
    (guess) => list('$columns', `title,${column},${guess}`),
    (guess) => list('$withRelation', `${column}.${guess}`),
    (guess) => list('$cursor', cursor(guess)),
    (guess) => ({ method: 'PUT', path: `/api/data/note/${note}`, body: { secret: guess } }),
    (guess) => ({ method: 'PUT', path: '/api/data/note', body: [{ id: note, secret: guess }] }),
    (guess) => ({ method: 'POST', path: '/api/data/note', body: { title: 'x', secret: guess } }),
    (guess) => ({
      method: 'GET',
      path: `/api/data/topic/${topic}?$columns=${encodeURIComponent(`expand.notes.secret,${guess}`)}`,
    }),
    (guess) => ({
      method: 'GET',
      path: `/api/data/topic?$filter=${encodeURIComponent(`notes.secret ?${operator.replace('?', '')} "${guess}"`)}`,
    }),
    (guess) => ({ method: 'GET', path: `/api/data/note/export?$filter=secret="${guess}"` }),
  ])
}

/** Shorter guesses also occur in the surrounding text. */
const SHORTEST = 5

/** A prefix of the secret, and a different text of the same length. */
function guessesOf(random: Random, secret: string): { right: string; wrong: string } {
  const length = SHORTEST + random.below(secret.length - SHORTEST + 1)
  const right = secret.slice(0, length)
  const last = right.at(-1) ?? ''
  const other = random.pick([...HEX].filter((digit) => digit !== last))
  return { right, wrong: right.slice(0, -1) + other }
}

async function extract(options: {
  address: string
  project: NotesProject
  token: string
  pairs: number
}): Promise<string[]> {
  const { address, project, token } = options
  const random = new Random(SEED)
  const reported: string[] = []
  let left = options.pairs
  const ask = async (probe: Probe, guess: string) => {
    const path = probe.path.includes('$projectId')
      ? probe.path
      : `${probe.path}${probe.path.includes('?') ? '&' : '?'}$projectId=${project.projectId}`
    const { status, body } = await call({ address, token }, { ...probe, path })
    // The response may echo the request; only differences beyond that count.
    const text = JSON.stringify(body, (key, value) =>
      key === 'requestId' || key === 'updatedOn' ? '' : value,
    )
    return `${status} ${text.replaceAll(guess, '#')}`
  }
  const person = async () => {
    while (left > 0) {
      left -= 1
      const probe = probeOf(random, project)
      const { right, wrong } = guessesOf(random, project.secret)
      const [one, other] = [await ask(probe(right), right), await ask(probe(wrong), wrong)]
      const { method, path, body } = probe(right)
      if (one !== other)
        reported.push(
          `${method} ${path} ${JSON.stringify(body ?? '')}: ${one.slice(0, 160)} / ${other.slice(0, 160)}`,
        )
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, person))
  return reported
}

async function run(pairs: number, isProving: boolean): Promise<SuiteResult> {
  const stack = await startStack({ dataDir: makeDataDir() })
  try {
    const violations: string[] = []
    for (const engine of ENGINES) {
      const project = await buildNotesProject(stack.address, { engine })
      // Staff can see hidden fields, so with their token a difference must show.
      const token = isProving ? project.staff : project.user.token
      const leaks = await extract({ address: stack.address, project, token, pairs })
      violations.push(...leaks.map((each) => `${engine}: ${each}`))
    }
    const figures = `${pairs * 4} questions about hidden and hashed fields, right and wrong guesses answered alike, both engines`
    return { violations, figures }
  } finally {
    await stack.stop()
    removeDataDir(stack.dataDir)
  }
}

/** R2: a right and a wrong guess of a hidden value get the same response, whatever the request. */
export const extractor: Suite = {
  name: 'extractor',
  run: ({ full }) => run(full ? 5_000 : 400, false),
  prove: () => run(100, true),
}
