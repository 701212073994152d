import { type Catalogue, type Ids, LISTS } from './catalogue.ts'
import type { Evidence } from './evidence.ts'
import { proven } from './prove.ts'

/** The previous list and ids of the catalogue. */
export interface Earlier {
  notBuilt: Ids
  known: Ids
}

export interface Case {
  catalogue: Catalogue
  evidence: Evidence
  notBuilt: Ids
  earlier: Earlier | null
}

function complainAbout(list: keyof Ids, testCase: Case, isProven: ReadonlySet<string>): string[] {
  const known = new Set(testCase.catalogue[list].map((one) => one.id))
  const listed = new Set(testCase.notBuilt[list])
  const missing = [...known].filter((id) => !isProven.has(id) && !listed.has(id))
  const built = [...listed].filter((id) => isProven.has(id))
  const unknown = [...listed].filter((id) => !known.has(id))
  return [
    ...missing.map((id) => `${list}: '${id}' is neither proven nor listed as not built yet`),
    ...built.map((id) => `${list}: '${id}' is proven, remove it: built`),
    ...unknown.map((id) => `${list}: '${id}' is not in the catalogue`),
    ...added(list, testCase).map((id) => `${list}: '${id}' was added; the list only gets shorter`),
  ]
}

function added(list: keyof Ids, { notBuilt, earlier }: Case): string[] {
  if (earlier === null) return []
  const before = new Set(earlier.notBuilt[list])
  const known = new Set(earlier.known[list])
  return notBuilt[list].filter((id) => !before.has(id) && known.has(id))
}

/** All disagreements between product and spec, and between the not-built list and the evidence. */
export function checkConformance(testCase: Case): string[] {
  const found = proven(testCase.catalogue, testCase.evidence)
  const constants = new Set(testCase.catalogue.constants.map((one) => one.id))
  const strangers = testCase.evidence.seen.flatMap((one) =>
    one.kind === 'constant' && !constants.has(one.id)
      ? [`constants: '${one.id}' was measured but is not in the catalogue`]
      : [],
  )
  return [
    ...LISTS.flatMap((list) => complainAbout(list, testCase, new Set(found[list]))),
    ...new Set(strangers),
  ]
}
