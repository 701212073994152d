import { isDeepStrictEqual } from 'node:util'
import type { Catalogue, Constant, Ids, Route, Text } from './catalogue.ts'
import { callKey, type Evidence } from './evidence.ts'

type SeenString = Extract<Evidence['seen'][number], { kind: 'string' }>

function stands(path: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => {
    const shape = pattern.replace(/\{\w+\}/g, '[^/]+').replace('*', '.*')
    return new RegExp(`^${shape}/?$`).test(path)
  })
}

function squeeze(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]/g, '')
}

/** Whether a seen text matches the spec's text. */
export function sameWords(text: Text, words: string): boolean {
  if (text.pattern !== undefined) return new RegExp(text.pattern).test(words)
  return text.loose ? squeeze(text.text) === squeeze(words) : text.text === words
}

function sawText(text: Text, seen: SeenString, screens: Catalogue['screens']): boolean {
  if (!sameWords(text, seen.text) || !stands(seen.path, screens[text.screen] ?? [])) return false
  return text.dialog === undefined || text.dialog.includes(seen.dialog ?? '')
}

function routeIsProven(route: Route, evidence: Evidence): boolean {
  if (route.kind === 'call') return evidence.served.includes(callKey(route.method, route.path))
  return evidence.seen.some((one) => one.kind === 'route' && one.id === route.id)
}

function textIsProven(text: Text, evidence: Evidence, screens: Catalogue['screens']): boolean {
  return evidence.seen.some((one) => {
    if (one.kind === 'string') return sawText(text, one, screens)
    return one.kind === 'heard' && text.kind === 'message' && sameWords(text, one.text)
  })
}

function constantIsProven(constant: Constant, evidence: Evidence): boolean {
  const values = evidence.seen.flatMap((one) =>
    one.kind === 'constant' && one.id === constant.id ? [one.value] : [],
  )
  return values.length > 0 && values.every((value) => isDeepStrictEqual(value, constant.value))
}

/** Ids of the catalogue that the evidence proves. */
export function proven(catalogue: Catalogue, evidence: Evidence): Ids {
  const ids = (list: readonly { id: string }[]) => list.map((one) => one.id)
  return {
    routes: ids(catalogue.routes.filter((one) => routeIsProven(one, evidence))),
    strings: ids(catalogue.strings.filter((one) => textIsProven(one, evidence, catalogue.screens))),
    constants: ids(catalogue.constants.filter((one) => constantIsProven(one, evidence))),
  }
}
