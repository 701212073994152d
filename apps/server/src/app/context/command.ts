/** One word of the command line; what it answers with is the exit code. */
export interface Command {
  /** How it is called, after `plinth`. */
  usage: string
  summary: string
  run(args: string[]): Promise<number>
}
