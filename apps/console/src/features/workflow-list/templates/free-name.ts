/** The name, with a number if another workflow has it. */
export function freeName(name: string, taken: readonly string[]): string {
  let free = name
  for (let number = 2; taken.includes(free); number += 1) free = `${name} ${number}`
  return free
}
