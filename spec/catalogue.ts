import { readFileSync } from 'node:fs'

/** A screen's URL, or an HTTP endpoint. */
export type Route =
  | { id: string; kind: 'screen'; path: string; screen: string; lands?: string }
  | { id: string; kind: 'call'; method: string; path: string; meaning: string }

/** A text of the spec and the screen that must show it. */
export interface Text {
  id: string
  screen: string
  text: string
  kind: string
  /** Titles of the dialogs that may contain it; if omitted, it may be anywhere on the screen. */
  dialog?: string[]
  /** Pattern of the shown text, if the spec's text has a placeholder. */
  pattern?: string
  /** Ignores case and separators, because the spec names the value, not the label. */
  loose?: boolean
}

export interface Constant {
  id: string
  value: unknown
  meaning: string
}

export const LISTS = ['routes', 'strings', 'constants'] as const
export type List = (typeof LISTS)[number]
export type Ids = Record<List, string[]>

export interface Catalogue {
  routes: Route[]
  strings: Text[]
  constants: Constant[]
  /** URL patterns of each screen; a star matches any rest. */
  screens: Record<string, string[]>
}

function read<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8')) as T
}

/** All routes, texts and constants of the spec. */
export function readCatalogue(): Catalogue {
  return {
    routes: read('catalogue/routes.json'),
    strings: read('catalogue/strings.json'),
    constants: read('catalogue/constants.json'),
    screens: read('catalogue/screens.json'),
  }
}

export const NOT_BUILT = new URL('not-built-yet.json', import.meta.url)

/** Ids without evidence so far. */
export function readNotBuilt(): Ids {
  return JSON.parse(readFileSync(NOT_BUILT, 'utf8')) as Ids
}
