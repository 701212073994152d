import { createInterface } from 'node:readline/promises'

/** Asks for a project's name, unless `typed` was given as an option; throws if it is another. */
export async function confirmName(name: string, typed: string | undefined): Promise<void> {
  let answer = typed
  if (answer === undefined) {
    const lines = createInterface({ input: process.stdin, output: process.stdout })
    answer = await lines.question("Type the project's name to go on: ").finally(() => lines.close())
  }
  if (answer !== name) throw new Error('That is not its name. Nothing was changed.')
}
