import { useMemo } from 'react'
import { createExternalStore, type ExternalStore } from '../../ui/hooks/external-store.ts'
import {
  bytesOf,
  listUnsavedProjects,
  readUnsaved,
  registerUnsaved,
  type UnsavedKey,
  unsavedRoom,
  writeUnsaved,
} from './unsaved-changes.ts'

/** Debounce of writing to the session storage; leaving the page writes at once. */
const WRITE_DEBOUNCE_MS = 200

/** One draft with the names that the question before signing out uses. */
interface KeptDraft<Draft> {
  projectId: string
  id: string
  project: string
  name: string
  draft: Draft
}

interface KeptOptions<Draft> {
  kind: UnsavedKey['kind']
  /** Reads a stored draft; undefined if it is not one of this version. */
  parse: (stored: unknown) => Draft | undefined
}

type Entries<Draft> = ReadonlyMap<string, KeptDraft<Draft>>

type Place = Pick<UnsavedKey, 'projectId' | 'id'>

const placeOf = ({ projectId, id }: Place) => `${projectId} ${id}`

/** Unsaved drafts of one kind: in memory over screens, and in the session storage over reloads. */
export interface KeptDrafts<Draft> {
  readonly entries: ExternalStore<Entries<Draft>>
  /** The places of drafts that exceed the limit of the session storage. */
  readonly notKept: ExternalStore<ReadonlySet<string>>
  find: (place: Place) => KeptDraft<Draft> | undefined
  set: (entry: KeptDraft<Draft>) => void
  drop: (projectId: string, id: string) => void
  /** Writes to the session storage now. */
  flush: () => void
}

class Drafts<Draft> implements KeptDrafts<Draft> {
  readonly #options: KeptOptions<Draft>
  readonly entries = createExternalStore<Entries<Draft>>(new Map())
  readonly notKept = createExternalStore<ReadonlySet<string>>(new Set())
  readonly #unwritten = new Map<string, UnsavedKey>()
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(options: KeptOptions<Draft>) {
    this.#options = options
    const stored = listUnsavedProjects().flatMap((projectId) => this.#read(projectId))
    this.entries.set(new Map(stored.map((entry) => [placeOf(entry), entry])))
    registerUnsaved({ flush: this.flush, discard: this.#discard })
  }

  find = (place: Place): KeptDraft<Draft> | undefined => this.entries.get().get(placeOf(place))

  set = (entry: KeptDraft<Draft>): void => {
    this.entries.set(new Map(this.entries.get()).set(placeOf(entry), entry))
    this.#schedule(entry)
  }

  drop = (projectId: string, id: string): void => {
    const rest = new Map(this.entries.get())
    if (!rest.delete(placeOf({ projectId, id }))) return
    this.entries.set(rest)
    this.#schedule({ projectId, id })
  }

  flush = (): void => {
    clearTimeout(this.#timer)
    this.#timer = undefined
    for (const place of this.notKept.get()) {
      // Space that others freed can be enough now.
      const entry = this.entries.get().get(place)
      if (entry) this.#unwritten.set(place, this.#keyOf(entry))
    }
    for (const [place, key] of this.#unwritten) this.#write(place, key)
    this.#unwritten.clear()
  }

  #discard = (): void => {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#unwritten.clear()
    this.notKept.set(new Set())
    this.entries.set(new Map())
  }

  #keyOf({ projectId, id }: Place): UnsavedKey {
    return { projectId, kind: this.#options.kind, id }
  }

  #schedule(place: Place): void {
    this.#unwritten.set(placeOf(place), this.#keyOf(place))
    this.#timer ??= setTimeout(this.flush, WRITE_DEBOUNCE_MS)
  }

  #write(place: string, key: UnsavedKey): void {
    const entry = this.entries.get().get(place)
    const { project = '', name = '', draft } = entry ?? {}
    const names = { project, name, count: 1 }
    const text = entry ? JSON.stringify({ ...names, draft }) : ''
    const hasRoom = text === '' || bytesOf(text) <= unsavedRoom(key)
    const isKept = hasRoom && writeUnsaved(key, text)
    // The names alone are stored, so that the question before signing out is complete.
    if (!isKept) writeUnsaved(key, JSON.stringify(names))
    const before = this.notKept.get()
    if (before.has(place) === !isKept) return
    const next = new Set(before)
    if (isKept) next.delete(place)
    else next.add(place)
    this.notKept.set(next)
  }

  #read(projectId: string): KeptDraft<Draft>[] {
    const { kind, parse } = this.#options
    return readUnsaved({ projectId, kind, id: '' }).flatMap(({ id, text }) => {
      const { project, name, draft } = readJson(text)
      const parsed = draft === undefined ? undefined : parse(draft)
      if (parsed === undefined) {
        // Its draft was too large, or is of another version.
        writeUnsaved({ projectId, kind, id }, '')
        return []
      }
      return [{ projectId, id, project: `${project}`, name: `${name}`, draft: parsed }]
    })
  }
}

function readJson(text: string): { project?: unknown; name?: unknown; draft?: unknown } {
  try {
    return Object(JSON.parse(text))
  } catch {
    return {}
  }
}

/** The drafts of a project by id. */
export function useKeptDrafts<Draft>(kept: KeptDrafts<Draft>, projectId: string) {
  const entries = kept.entries.use()
  const notKept = kept.notKept.use()
  return useMemo(() => {
    const ours = [...entries].filter(([, entry]) => entry.projectId === projectId)
    return new Map(
      ours.map(([place, entry]) => [entry.id, { ...entry, isTooLarge: notKept.has(place) }]),
    )
  }, [entries, notKept, projectId])
}

export function createKeptDrafts<Draft>(options: KeptOptions<Draft>): KeptDrafts<Draft> {
  return new Drafts(options)
}
