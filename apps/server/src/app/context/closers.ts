/** Closes resources in reverse order of opening. */
export class Closers {
  readonly #closers: (() => Promise<unknown>)[] = []

  add(closer: () => Promise<unknown>): void {
    this.#closers.unshift(closer)
  }

  async close(): Promise<void> {
    for (const closer of this.#closers.splice(0)) await closer()
  }
}
