import { createContext, use } from 'react'

/** A settings field that takes a path from the input. */
interface FieldTarget {
  name: string
  label: string
}

interface FieldTargetsValue {
  fields: readonly FieldTarget[]
  /** Inserts a path into a field: at its cursor, or in place of its value. */
  insert: (name: string, path: string) => void
  /** Registers an editor that inserts at its cursor; returns a function that removes it. */
  register: (name: string, insert: (path: string) => void) => () => void
}

/** Connects a node's input with the fields of its settings. */
export const FieldTargets = createContext<FieldTargetsValue | null>(null)

export function useFieldTargets(): FieldTargetsValue | null {
  return use(FieldTargets)
}

/** Name of the settings field around an editor. */
export const FieldName = createContext<string | undefined>(undefined)

export function useFieldName(): string | undefined {
  return use(FieldName)
}
