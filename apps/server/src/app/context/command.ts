/** A command of the `plinth` program; `run` returns the exit code. */
export interface Command {
  /** Usage without the leading `plinth`. */
  usage: string
  summary: string
  run(args: string[]): Promise<number>
}
