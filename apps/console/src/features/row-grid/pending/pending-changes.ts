import type { Configuration, EnvironmentName } from '@plinth/contract'
import { findTable, sortTables } from '@plinth/schema'
import { readUnsaved, unsavedRoom, writeUnsaved } from '../../../state/unsaved/unsaved-changes.ts'
import { countEdits, type Edits, NO_EDITS } from '../edits/edits.ts'
import { createGridStore, type GridStore } from '../edits/grid-store.ts'
import { type SavedTable, saveTables } from '../edits/save-tables.ts'
import { parseKept, printKept } from './kept-edits.ts'

/** Debounce of writing to the session storage; leaving the page writes at once. */
const KEEP_DEBOUNCE_MS = 200

export interface PendingPlace {
  projectId: string
  projectName: string
  environment: EnvironmentName
}

export interface PendingState {
  /** Numbers of unsaved changes by table id. */
  counts: ReadonlyMap<string, number>
  isSaving: boolean
  /** How many changes exceed the limit of the session storage. */
  notKept: number
}

/** The unsaved row changes of one environment of a project, by table. */
export interface PendingChanges {
  /** The same store for the same table, whether or not its grid is open. */
  storeOf: (tableId: string) => GridStore
  get: () => PendingState
  subscribe: (listener: () => void) => () => void
  /** Sets the applied configuration; returns whether changes of removed tables were discarded. */
  setSynced: (synced: Configuration) => boolean
  saveAll: () => Promise<void>
  /** The tables that were read from the session storage and not compared with the database yet; each is listed once. */
  takeRestored: () => SavedTable[]
  /** Writes to the session storage now. */
  flush: () => void
  discard: () => void
}

const NOTHING: PendingState = { counts: new Map(), isSaving: false, notKept: 0 }

function keyOf({ projectId, environment }: PendingPlace, tableId: string) {
  return { projectId, kind: 'rows' as const, id: `${environment} ${tableId}` }
}

class Pending implements PendingChanges {
  readonly #place: PendingPlace
  #synced: Configuration
  #state = NOTHING
  #timer: ReturnType<typeof setTimeout> | undefined
  readonly #stores = new Map<string, GridStore>()
  readonly #restored = new Set<string>()
  readonly #unwritten = new Set<string>()
  readonly #notKept = new Map<string, number>()
  readonly #listeners = new Set<() => void>()

  constructor(place: PendingPlace, synced: Configuration) {
    this.#place = place
    this.#synced = synced
    for (const { id: tableId, text } of readUnsaved(keyOf(place, ''))) {
      const edits = parseKept(text)
      if (!edits || edits.rows.size === 0) continue
      this.#restored.add(tableId)
      this.#open(tableId, edits)
    }
    this.#update()
  }

  get = () => this.#state

  subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  storeOf = (tableId: string) => this.#stores.get(tableId) ?? this.#open(tableId, NO_EDITS)

  setSynced = (synced: Configuration) => {
    if (synced === this.#synced) return this.#dropRemoved()
    this.#synced = synced
    // A field can have become hashed.
    for (const tableId of this.#state.counts.keys()) this.#unwritten.add(tableId)
    this.#write()
    return this.#dropRemoved()
  }

  saveAll = () => {
    const tables = sortTables(this.#synced.tables).map(({ id }) => this.#savedTable(id))
    return saveTables(tables.flatMap((table) => table ?? []))
  }

  takeRestored = () => {
    const tables = [...this.#restored].flatMap((tableId) => this.#savedTable(tableId) ?? [])
    this.#restored.clear()
    return tables
  }

  flush = () => {
    if (this.#timer !== undefined) this.#write()
  }

  discard = () => {
    for (const store of this.#stores.values()) store.set({ edits: NO_EDITS, failure: undefined })
    this.#write()
  }

  #open(tableId: string, edits: Edits): GridStore {
    const save = async () => {
      const table = this.#savedTable(tableId)
      if (table) await saveTables([table])
    }
    const store = createGridStore({ edits, save })
    let shown = edits
    store.subscribe(() => {
      if (store.get().edits !== shown) {
        shown = store.get().edits
        this.#unwritten.add(tableId)
        this.#timer ??= setTimeout(() => this.#write(), KEEP_DEBOUNCE_MS)
      }
      this.#update()
    })
    this.#stores.set(tableId, store)
    return store
  }

  #savedTable(tableId: string): SavedTable | undefined {
    const { projectId, environment } = this.#place
    const table = findTable(this.#synced, tableId)?.name
    const store = this.#stores.get(tableId)
    return table === undefined || !store
      ? undefined
      : { store, scope: { projectId, environment, table } }
  }

  #dropRemoved(): boolean {
    const removed = [...this.#state.counts.keys()].filter((id) => !findTable(this.#synced, id))
    for (const tableId of removed) this.#stores.get(tableId)?.set({ edits: NO_EDITS })
    return removed.length > 0
  }

  #write(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    // Space that one table frees can be enough for another.
    for (const tableId of new Set([...this.#unwritten, ...this.#notKept.keys()])) {
      this.#writeTable(tableId)
    }
    this.#unwritten.clear()
    this.#update()
  }

  #writeTable(tableId: string): void {
    const edits = this.#stores.get(tableId)?.get().edits ?? NO_EDITS
    const key = keyOf(this.#place, tableId)
    const { name = '', columns = [] } = findTable(this.#synced, tableId) ?? {}
    const project = this.#place.projectName
    const print = (room: number) => printKept(edits, { project, table: name, columns, room })
    this.#notKept.delete(tableId)
    if (edits.rows.size === 0) {
      writeUnsaved(key, '')
      return
    }
    const printed = print(unsavedRoom(key))
    const isWritten = writeUnsaved(key, printed.text)
    const notKept = isWritten ? printed.notKept : countEdits(edits)
    if (notKept > 0) this.#notKept.set(tableId, notKept)
  }

  /** Publishes a new state only if it differs, because the edits change with every key press. */
  #update(): void {
    const stores = [...this.#stores].map(([tableId, store]) => ({ tableId, ...store.get() }))
    const counts = new Map(
      stores.flatMap(({ tableId, edits }) =>
        edits.rows.size === 0 ? [] : [[tableId, countEdits(edits)] as const],
      ),
    )
    const isSaving = stores.some((store) => store.isSaving)
    const notKept = [...this.#notKept.values()].reduce((sum, count) => sum + count, 0)
    const { counts: before } = this.#state
    const isSame =
      isSaving === this.#state.isSaving &&
      notKept === this.#state.notKept &&
      counts.size === before.size &&
      [...counts].every(([tableId, count]) => before.get(tableId) === count)
    if (isSame) return
    this.#state = { counts, isSaving, notKept }
    for (const listener of this.#listeners) listener()
  }
}

export function createPendingChanges(place: PendingPlace, synced: Configuration): PendingChanges {
  return new Pending(place, synced)
}
