import type { Stored } from '../budgets/limits.ts'

/** Room that admitted writes will use, until they are counted or have failed. */
export class ReservedRoom {
  readonly #byProject = new Map<string, Stored>()

  get(projectId: string): Stored | undefined {
    return this.#byProject.get(projectId)
  }

  /** Reserves room; the result gives it back, once. */
  add(projectId: string, { rows = 0, rowBytes = 0, fileBytes = 0 }: Partial<Stored>): () => void {
    const change = (sign: 1 | -1) => {
      const now = this.#byProject.get(projectId)
      const next = {
        rows: (now?.rows ?? 0) + sign * rows,
        rowBytes: (now?.rowBytes ?? 0) + sign * rowBytes,
        fileBytes: (now?.fileBytes ?? 0) + sign * fileBytes,
      }
      if (next.rows + next.rowBytes + next.fileBytes > 0) this.#byProject.set(projectId, next)
      else this.#byProject.delete(projectId)
    }
    change(1)
    let isReleased = false
    return () => {
      if (!isReleased) change(-1)
      isReleased = true
    }
  }
}
