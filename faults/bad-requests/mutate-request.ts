import { DEFAULT_LIMITS } from '../../packages/contract/src/index.ts'
import type { Random } from '../stack/random.ts'
import {
  type BadRequest,
  type Draft,
  draftOf,
  type Kind,
  setHeader,
  toBytes,
} from './bad-request.ts'
import { breakOneField, wreckBody } from './break-body.ts'
import { mutateProtocol } from './mutate-protocol.ts'
import { ODD_HEADERS, ODD_KEYS, ODD_TEXTS, ODD_TYPES } from './odd-values.ts'
import type { Sample, Target } from './target.ts'

/** Percentages. */
const SHARES: Record<Kind, number> = {
  field: 62,
  header: 12,
  path: 6,
  body: 12,
  method: 3,
  size: 1,
  protocol: 4,
}

interface Mutation {
  draft: Draft
  target: Target
  sample: Sample
  random: Random
}

function mutateQuery({ draft, sample, random }: Mutation): void {
  const names = [
    ...Object.keys(sample.query),
    random.pick(['extra', '__proto__', 'page', 'a[]', '$x']),
  ]
  const chosen = random.pick(names)
  const others = new URLSearchParams(sample.query)
  others.delete(chosen)
  const odd = `${chosen}=${random.pick(ODD_TEXTS)}`
  const again = random.chance(0.1) ? `&${odd}&${odd}` : ''
  draft.query = [others.toString(), odd].filter(Boolean).join('&') + again
}

function mutateField(mutation: Mutation): void {
  const { draft, sample, random } = mutation
  if (sample.body === undefined) mutateQuery(mutation)
  else draft.body = Buffer.from(breakOneField(sample.body, random))
}

function mutatePath({ draft, target, sample, random }: Mutation): void {
  const odd = random.pick(ODD_TEXTS)
  const names = Object.keys(sample.params)
  if (names.length === 0 || random.chance(0.2)) {
    draft.path = random.pick([
      `${draft.path}/${odd}`,
      `${draft.path}/`,
      `/${draft.path}`,
      draft.path.toUpperCase(),
      `/api/${odd}`,
      `/auth/${odd}`,
      `/health/${odd}`,
      `/static/${odd}`,
      `/hooks/${odd}`,
    ])
    return
  }
  const mutation = random.pick(names)
  draft.path = target.endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    name === mutation ? odd : encodeURIComponent(sample.params[name] ?? ''),
  )
}

function mutateBody({ draft, sample, random }: Mutation): void {
  if (random.chance(0.3)) {
    draft.body ??= Buffer.from('{}')
    setHeader(draft, ['Content-Type', random.pick(ODD_TYPES)])
  } else draft.body = wreckBody(sample.body, random)
}

/** Bodies above the size limits; returns the acceptable statuses. */
function mutateSize({ draft, target, random }: Mutation): readonly number[] | undefined {
  if (target.endpoint.body === undefined) {
    draft.query = `search=${'a'.repeat(9_000)}`
    return [400]
  }
  const limits = target.endpoint.limits ?? DEFAULT_LIMITS
  const way = random.below(4)
  if (way === 0) {
    draft.body = Buffer.from(`{${'"k":1,'.repeat(limits.keys)}"k":1}`)
    return [413]
  }
  if (way === 1) {
    draft.body = Buffer.from(`${'['.repeat(limits.depth + 1)}${']'.repeat(limits.depth + 1)}`)
    return [400]
  }
  const size = Math.min(limits.bytes + 1, random.chance(0.9) ? 1_048_577 : limits.bytes + 1)
  draft.body = Buffer.alloc(size, 'x')
  if (way === 2) {
    setHeader(draft, ['Transfer-Encoding', 'chunked'])
    draft.body = Buffer.concat([
      Buffer.from(`${size.toString(16)}\r\n`),
      draft.body,
      Buffer.from('\r\n0\r\n\r\n'),
    ])
  }
  return size > limits.bytes ? [413] : [400]
}

function chooseKind(random: Random): Kind {
  let rest = random.below(100)
  for (const [kind, share] of Object.entries(SHARES) as [Kind, number][]) {
    rest -= share
    if (rest < 0) return kind
  }
  return 'field'
}

/** A request that differs from a valid one according to its kind. */
export function mutateRequest(
  target: Target,
  options: { random: Random; token: string; params?: Record<string, string> },
): BadRequest {
  const { random, token } = options
  const { endpoint } = target
  const made = target.sample()
  const sample = { ...made, params: { ...made.params, ...options.params } }
  const draft = draftOf(endpoint, sample, token)
  const mutation: Mutation = { draft, target, sample, random }
  const kind = chooseKind(random)
  let only: readonly number[] | undefined
  if (kind === 'protocol')
    return { endpoint, kind, method: 'GET', bytes: mutateProtocol(draft, random) }
  if (kind === 'field') mutateField(mutation)
  else if (kind === 'header') setHeader(draft, random.pick(ODD_HEADERS))
  else if (kind === 'path') mutatePath(mutation)
  else if (kind === 'body') mutateBody(mutation)
  else if (kind === 'method') draft.method = random.pick(target.otherMethods)
  else only = mutateSize(mutation)
  if (kind === 'field' && random.chance(0.02))
    draft.query += `&${random.pick(ODD_KEYS.slice(0, 10))}=1`
  return { endpoint, kind, method: draft.method, bytes: toBytes(draft), ...(only ? { only } : {}) }
}
