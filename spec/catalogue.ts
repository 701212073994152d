import { readFileSync } from 'node:fs'

/** A screen's address, or a call over HTTP. */
export type Route =
  | { id: string; kind: 'screen'; path: string; screen: string; lands?: string }
  | { id: string; kind: 'call'; method: string; path: string; meaning: string }

/** A text of the spec and where on screen it must be seen. */
export interface Text {
  id: string
  screen: string
  text: string
  kind: string
  /** Titles of the dialogs it may stand in; without it, anywhere on the screen. */
  dialog?: string[]
  /** What is shown, where the spec's text has a gap. */
  pattern?: string
  /** Case and separators do not matter: the spec names the value, not the label. */
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
  /** The address patterns of each screen; a star stands for any rest. */
  screens: Record<string, string[]>
}

function read<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8')) as T
}

/** Everything in the spec that can be looked up. */
export function readCatalogue(): Catalogue {
  return {
    routes: read('catalogue/routes.json'),
    strings: read('catalogue/strings.json'),
    constants: read('catalogue/constants.json'),
    screens: read('catalogue/screens.json'),
  }
}

export const NOT_BUILT = new URL('not-built-yet.json', import.meta.url)

/** The ids that nothing proves yet. */
export function readNotBuilt(): Ids {
  return JSON.parse(readFileSync(NOT_BUILT, 'utf8')) as Ids
}
