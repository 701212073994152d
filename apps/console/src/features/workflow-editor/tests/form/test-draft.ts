import type {
  EXPECTED_TYPES,
  FieldIssue,
  TestExpectation,
  TestPin,
  WorkflowTest,
} from '@plinth/contract'
import { testFormStrings as words } from '../../strings/test-form-strings.ts'

type Json = TestExpectation['value']
type ExpectationKind = TestExpectation['kind']
export type ExpectationPart = TestExpectation['part']
export interface TestChanges {
  name?: string
  expectations?: TestExpectation[]
  pins?: WorkflowTest['pins']
}

/** An expectation while it is edited; without its tick it is left out of the saved test. */
export interface ExpectationDraft {
  id: number
  isKept: boolean
  step: string
  part: ExpectationPart
  path: string
  kind: ExpectationKind
  /** What is typed for each kind, so that trying another one loses nothing. */
  texts: Readonly<Record<ExpectationKind, string>>
}

/** A recorded answer while it is edited: JSON, or the message of a failure. */
export interface PinDraft {
  step: string
  isKept: boolean
  pin: TestPin
  text: string
}

export interface TestDraft {
  name: string
  expectations: readonly ExpectationDraft[]
  pins: readonly PinDraft[]
}

const print = (value: Json) => JSON.stringify(value, null, 2)

function typeOf(value: Json): (typeof EXPECTED_TYPES)[number] {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'list'
  if (typeof value === 'string') return 'text'
  if (typeof value === 'number') return 'number'
  return typeof value === 'boolean' ? 'boolean' : 'object'
}

const SCHEMA_TYPES: Readonly<Record<string, string>> = { text: 'string', list: 'array' }

const escapePattern = (text: string) => text.replace(/[\^$\\.*+?()[\]{}|/]/g, '\\$&')

/** What each kind starts with, from the value of one of them. */
function startTexts({ kind, value }: Pick<TestExpectation, 'kind' | 'value'>) {
  const isJson = kind === 'equal' || kind === 'contains'
  const type = isJson ? typeOf(value) : 'text'
  const json = isJson ? print(value) : ''
  const pattern = isJson && typeof value === 'string' ? `^${escapePattern(value)}$` : ''
  const texts = {
    equal: json,
    contains: json,
    matches: pattern,
    type,
    schema: print({ type: SCHEMA_TYPES[type] ?? type }),
  }
  if (isJson) return texts
  return { ...texts, [kind]: typeof value === 'string' ? value : print(value) }
}

export function draftOf({ name, expectations, pins }: WorkflowTest): TestDraft {
  return {
    name,
    expectations: expectations.map(({ kind, value, ...rest }, id) => ({
      ...rest,
      id,
      isKept: true,
      kind,
      texts: startTexts({ kind, value }),
    })),
    pins: Object.entries(pins).map(([step, pin]) => ({
      step,
      isKept: true,
      pin,
      text: pin.status === 'failed' ? pin.message : print(pin.value),
    })),
  }
}

/** Adds an expectation without a value yet. */
export function addExpectation(
  draft: TestDraft,
  { step, part }: Pick<ExpectationDraft, 'step' | 'part'>,
): TestDraft {
  const id = Math.max(-1, ...draft.expectations.map((one) => one.id)) + 1
  const texts = { equal: '', contains: '', matches: '', type: 'text', schema: '' }
  const added: ExpectationDraft = { id, isKept: true, step, part, path: '', kind: 'equal', texts }
  return { ...draft, expectations: [...draft.expectations, added] }
}

type Read = { value: Json } | { problem: string }

function readJson(text: string): Read {
  if (text.trim() === '') return { problem: words.emptyJson }
  try {
    return { value: JSON.parse(text) as Json }
  } catch {
    return { problem: words.notJson }
  }
}

function readPattern(text: string): Read {
  if (text === '') return { problem: words.emptyPattern }
  try {
    new RegExp(text, 'u')
    return { value: text }
  } catch {
    return { problem: words.notPattern }
  }
}

/** The expected value, or why what is typed cannot be one. */
function readExpected({ kind, texts }: Pick<ExpectationDraft, 'kind' | 'texts'>): Read {
  const text = texts[kind]
  if (kind === 'type') return { value: text }
  if (kind === 'matches') return readPattern(text)
  const read = readJson(text)
  const isSchema = kind !== 'schema' || ('value' in read && typeOf(read.value) === 'object')
  return isSchema ? read : { problem: words.notSchema }
}

function readPin({ pin, text }: Pick<PinDraft, 'pin' | 'text'>): TestPin | undefined {
  if (pin.status === 'failed') return { ...pin, message: text }
  const read = readJson(text)
  return 'value' in read ? { ...pin, value: read.value } : undefined
}

export interface TestProblems {
  name: string | undefined
  expectations: ReadonlyMap<number, string>
  pins: ReadonlyMap<string, string>
  /** Whether nothing is expected, which the server refuses. */
  isEmpty: boolean
}

export function findTestProblems({ name, expectations, pins }: TestDraft): TestProblems {
  const kept = expectations.filter(({ isKept }) => isKept)
  return {
    name: name.trim() === '' ? words.emptyName : undefined,
    expectations: new Map(
      kept.flatMap((one) => {
        const read = readExpected(one)
        return 'problem' in read ? [[one.id, read.problem] as const] : []
      }),
    ),
    pins: new Map(
      pins
        .filter(({ isKept, pin }) => isKept && pin.status === 'done')
        .flatMap(({ step, text }) => {
          const read = readJson(text)
          return 'problem' in read ? [[step, read.problem] as const] : []
        }),
    ),
    isEmpty: kept.length === 0,
  }
}

/** Problems that the server found in a draft, by the places that it names. */
export function addRefusals(
  problems: TestProblems,
  { expectations }: TestDraft,
  refusals: readonly FieldIssue[],
): TestProblems {
  const kept = expectations.filter(({ isKept }) => isKept)
  const sorted = refusals.map(({ path, message }) => {
    const [part = '', ...rest] = path.split('.')
    return { part, key: rest.join('.'), message: `${words.it} ${message}.` }
  })
  return {
    ...problems,
    expectations: new Map([
      ...problems.expectations,
      ...sorted.flatMap(({ part, key, message }) => {
        const found = part === 'expectations' ? kept[Number.parseInt(key, 10)] : undefined
        return found ? [[found.id, message] as const] : []
      }),
    ]),
    pins: new Map([
      ...problems.pins,
      ...sorted.flatMap(({ part, key, message }) =>
        part === 'pins' ? [[key, message] as const] : [],
      ),
    ]),
  }
}

export const hasProblems = ({ name, expectations, pins, isEmpty }: TestProblems): boolean =>
  name !== undefined || expectations.size > 0 || pins.size > 0 || isEmpty

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** What to send for a draft without problems; empty if nothing was changed. */
export function changesOf(test: WorkflowTest, draft: TestDraft): TestChanges {
  const name = draft.name.trim()
  const expectations = draft.expectations
    .filter(({ isKept }) => isKept)
    .flatMap(({ step, part, path, kind, texts }): TestExpectation[] => {
      const read = readExpected({ kind, texts })
      return 'value' in read ? [{ step, part, path: path.trim(), kind, value: read.value }] : []
    })
  const pins = Object.fromEntries(
    draft.pins
      .filter(({ isKept }) => isKept)
      .flatMap((one): [string, TestPin][] => {
        const pin = readPin(one)
        return pin ? [[one.step, pin]] : []
      }),
  )
  const before = test.expectations.map(
    ({ step, part, path, kind, value }): TestExpectation => ({ step, part, path, kind, value }),
  )
  return {
    ...(name === test.name ? {} : { name }),
    ...(isSame(expectations, before) ? {} : { expectations }),
    ...(isSame(pins, test.pins) ? {} : { pins }),
  }
}
