import type { Configuration, EnvironmentName, Table } from '@plinth/contract'
import { findTable, sortTables } from '@plinth/schema'
import { readUnsaved, unsavedRoom, writeUnsaved } from '../../../state/unsaved/unsaved-changes.ts'
import { countEdits, type Edits, NO_EDITS } from '../edits/edits.ts'
import { createGridStore, type GridStore } from '../edits/grid-store.ts'
import { type SavedTable, saveTables } from '../edits/save-tables.ts'
import { parseKept, printKept, readKeptName } from './kept-edits.ts'
import { printEdits } from './print-edits.ts'

/** Debounce of writing to the session storage; leaving the page writes at once. */
const KEEP_DEBOUNCE_MS = 200

export interface PendingPlace {
  projectId: string
  projectName: string
  environment: EnvironmentName
}

/** A table that is no longer in the database, with changes that cannot be saved. */
export interface RemovedTable {
  id: string
  name: string
  count: number
}

export interface PendingState {
  /** Numbers of unsaved changes by id of the tables in the database. */
  counts: ReadonlyMap<string, number>
  removed: readonly RemovedTable[]
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
  /** Sets the applied configuration. Changes of tables that it lacks stay until the user discards them. */
  setSynced: (synced: Configuration) => void
  /** The changes of a removed table as tab-separated text. */
  printRemoved: (tableId: string) => string
  saveAll: () => Promise<void>
  /** The tables that were read from the session storage and not compared with the database yet; each is listed once. */
  takeRestored: () => SavedTable[]
  /** Writes to the session storage now. */
  flush: () => void
  discard: () => void
}

const NOTHING: PendingState = { counts: new Map(), removed: [], isSaving: false, notKept: 0 }

function keyOf({ projectId, environment }: PendingPlace, tableId: string) {
  return { projectId, kind: 'rows' as const, id: `${environment} ${tableId}` }
}

class Pending implements PendingChanges {
  readonly #place: PendingPlace
  #synced: Configuration
  /** Each table as it was last in the database. */
  readonly #known = new Map<string, Pick<Table, 'name' | 'columns'>>()
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
    for (const table of synced.tables) this.#known.set(table.id, table)
    for (const { id: tableId, text } of readUnsaved(keyOf(place, ''))) {
      const edits = parseKept(text)
      if (!edits || edits.rows.size === 0) continue
      if (!this.#known.has(tableId))
        this.#known.set(tableId, { name: readKeptName(text), columns: [] })
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
    if (synced === this.#synced) return
    // With the columns of now, because those of a removed table are unknown afterwards.
    this.flush()
    this.#synced = synced
    for (const table of synced.tables) this.#known.set(table.id, table)
    // A field can have become hashed.
    for (const tableId of this.#state.counts.keys()) this.#unwritten.add(tableId)
    this.#write()
  }

  printRemoved = (tableId: string) =>
    printEdits(this.storeOf(tableId).get().edits, this.#known.get(tableId)?.columns ?? [])

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
    if (edits.rows.size === 0) {
      this.#notKept.delete(tableId)
      writeUnsaved(key, '')
      return
    }
    const table = findTable(this.#synced, tableId)
    // What was written of a removed table stays.
    if (!table) return
    const { name, columns } = table
    const project = this.#place.projectName
    const print = (room: number) => printKept(edits, { project, table: name, columns, room })
    this.#notKept.delete(tableId)
    const printed = print(unsavedRoom(key))
    const isWritten = writeUnsaved(key, printed.text)
    const notKept = isWritten ? printed.notKept : countEdits(edits)
    if (notKept > 0) this.#notKept.set(tableId, notKept)
  }

  /** Publishes a new state only if it differs, because the edits change with every key press. */
  #update(): void {
    const stores = [...this.#stores].map(([tableId, store]) => ({ tableId, ...store.get() }))
    const edited = stores
      .filter(({ edits }) => edits.rows.size > 0)
      .map(({ tableId, edits }) => ({ id: tableId, count: countEdits(edits) }))
    const isInDatabase = ({ id }: { id: string }) => findTable(this.#synced, id) !== undefined
    const counts = new Map(edited.filter(isInDatabase).map(({ id, count }) => [id, count]))
    const removed = edited
      .filter((table) => !isInDatabase(table))
      .map((table) => ({ ...table, name: this.#known.get(table.id)?.name ?? '' }))
    const isSaving = stores.some((store) => store.isSaving)
    const notKept = [...this.#notKept.values()].reduce((sum, count) => sum + count, 0)
    const { counts: before, removed: removedBefore } = this.#state
    const isSame =
      isSaving === this.#state.isSaving &&
      notKept === this.#state.notKept &&
      counts.size === before.size &&
      [...counts].every(([tableId, count]) => before.get(tableId) === count) &&
      removed.length === removedBefore.length &&
      removed.every(({ id }, at) => removedBefore[at]?.id === id)
    if (isSame) return
    this.#state = { counts, removed, isSaving, notKept }
    for (const listener of this.#listeners) listener()
  }
}

export function createPendingChanges(place: PendingPlace, synced: Configuration): PendingChanges {
  return new Pending(place, synced)
}
