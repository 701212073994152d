import { describe, expect, test } from 'vitest'
import type { Queryable, Transaction } from '../../foundation/platform/database.ts'

/** A stored value with the function that reads it. */
export interface Shape {
  /** The name in the error. */
  what: string
  read(text: string): unknown
  good: unknown
  bad: unknown
  /** Where the corrupted value is refused. */
  at: string
}

/** A database that answers every query with one row. */
export const answering = (row: Record<string, unknown>) =>
  ({ query: async () => [row] }) as unknown as Queryable & Transaction

export function describeShapes(shapes: readonly Shape[]): void {
  describe.each(shapes)('stored $what', ({ what, read, good, bad, at }) => {
    const readOf = async (value: string) => read(value)

    test('is read as it was written', async () => {
      expect(await readOf(JSON.stringify(good))).toEqual(good)
    })

    test('is refused with its name and the place if its shape is wrong', async () => {
      await expect(readOf(JSON.stringify(bad))).rejects.toThrow(
        `${what}: stored JSON is not valid${at}: `,
      )
    })

    test('is refused with its name if it is not JSON', async () => {
      await expect(readOf('{"half')).rejects.toThrow(`${what}: stored text is not valid JSON`)
    })
  })
}
