import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import type { Locator, Page } from '@playwright/test'

/** Imports only Playwright's types, so that Vitest tests can record measurements too. */
const folder = fileURLToPath(new URL('../../.seen/', import.meta.url))
const catalogue = new URL('../../spec/catalogue/', import.meta.url)

export type Seen =
  | { kind: 'string'; text: string; path: string; dialog: string | null }
  | { kind: 'heard'; text: string }
  | { kind: 'constant'; id: string; value: unknown }
  | { kind: 'route'; id: string }

const ROLES = ['button', 'link', 'tab', 'heading', 'columnheader', 'menuitem', 'switch'] as const
const MORE_ROLES = ['option', 'checkbox', 'radio', 'group', 'textbox', 'combobox'] as const
type Role = (typeof ROLES)[number] | (typeof MORE_ROLES)[number]

export interface SeeOptions {
  /** Finds this role by its accessible name; otherwise text, names, labels, placeholders and titles are searched. */
  as?: Role
  /** Allows a partial match. */
  part?: boolean
  timeout?: number
}

function record(seen: Seen): void {
  mkdirSync(folder, { recursive: true })
  const worker = process.env.TEST_WORKER_INDEX
  const name = worker === undefined ? `vitest-${process.pid}` : `e2e-${worker}`
  appendFileSync(`${folder}${name}.jsonl`, `${JSON.stringify(seen)}\n`)
}

/** Deletes the records of an earlier run; called once by each global setup. */
export function forgetSeen(by: 'e2e' | 'vitest'): void {
  mkdirSync(folder, { recursive: true })
  for (const name of readdirSync(folder)) {
    if (name.startsWith(`${by}-`)) rmSync(folder + name)
  }
}

function find(scope: Page | Locator, text: string | RegExp, options: SeeOptions): Locator {
  const exact = options.part !== true
  if (options.as !== undefined) return scope.getByRole(options.as, { name: text, exact })
  const named = [...ROLES, ...MORE_ROLES].map((role) =>
    scope.getByRole(role, { name: text, exact }),
  )
  return [
    ...named,
    scope.getByLabel(text, { exact }),
    scope.getByPlaceholder(text, { exact }),
    scope.getByTitle(text, { exact }),
  ].reduce((all, one) => all.or(one), scope.getByText(text, { exact }))
}

/** Runs in the page: titles of the dialogs that contain the elements. */
function dialogTitles(elements: Element[]): (string | null)[] {
  const titles = elements.map((element) => {
    const dialog = element.closest('[role=dialog],[role=alertdialog],dialog')
    const id = dialog?.getAttribute('aria-labelledby')
    const title = id ? element.ownerDocument.getElementById(id)?.textContent : null
    return title?.trim() ?? dialog?.getAttribute('aria-label') ?? null
  })
  return [...new Set(titles)]
}

/** Asserts that a text of the spec is visible, and records it with its path and dialogs. */
export async function see(
  scope: Page | Locator,
  text: string | RegExp,
  options: SeeOptions = {},
): Promise<Locator> {
  const all = find(scope, text, options).filter({ visible: true })
  const found = all.first()
  await found.waitFor({ state: 'visible', timeout: options.timeout ?? 10_000 })
  const page = 'page' in scope ? scope.page() : scope
  const path = new URL(page.url()).pathname
  const words = typeof text === 'string' ? text : (await found.innerText()).trim()
  for (const dialog of await all.evaluateAll(dialogTitles)) {
    record({ kind: 'string', text: words, path, dialog })
  }
  return found
}

/** Asserts that a toast has texts of the spec. It ends after five seconds, so the rest of the page is not searched. */
export async function seeToast(page: Page, ...texts: readonly string[]): Promise<void> {
  const toasts = page.getByRole('region', { name: 'Notifications' })
  for (const text of texts) await see(toasts, text)
}

/** Answers a native confirm dialog and records its text; call it before the click, await it after. */
export async function seeConfirm(page: Page, text: string, answer: 'accept' | 'dismiss') {
  const dialog = await page.waitForEvent('dialog')
  const said = dialog.message()
  const path = new URL(page.url()).pathname
  await dialog[answer]()
  if (said !== text) throw new Error(`The browser asked '${said}', not '${text}'`)
  record({ kind: 'string', text, path, dialog: null })
}

/** Records a message that is not on screen: the text of an error that a test caught. */
export function recordMessage(text: string): void {
  record({ kind: 'heard', text })
}

/** Records the measured value of a spec constant; throws for an unknown id or a different value. */
export function measured(id: string, value: unknown): void {
  const known: { id: string; value: unknown }[] = read('constants.json')
  const constant = known.find((one) => one.id === id)
  if (constant === undefined) throw new Error(`'${id}' is no constant of the catalogue`)
  if (!isDeepStrictEqual(constant.value, value))
    throw new Error(
      `'${id}' is ${JSON.stringify(value)}, the spec says ${JSON.stringify(constant.value)}`,
    )
  record({ kind: 'constant', id, value })
}

/** Waits until the page is at a screen route of the spec, such as `/project/{projectId}/data`, and records it. */
export async function visited(page: Page, path: string): Promise<void> {
  const known: { id: string; path: string; lands?: string }[] = read('routes.json')
  const route = known.find((one) => one.id === `screen ${path}`)
  if (route === undefined) throw new Error(`'${path}' is no screen route of the catalogue`)
  const shape = (route.lands ?? route.path).replace(/\{\w+\}/g, '[^/]+')
  await page.waitForURL((url) => new RegExp(`^${shape}$`).test(url.pathname))
  record({ kind: 'route', id: route.id })
}

function read<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(name, catalogue), 'utf8')) as T
}
