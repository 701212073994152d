import { readdirSync, readFileSync } from 'node:fs'

export interface Child {
  pid: number
  parent: number
  program: string
}

function readProcess(pid: number): Child | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The program's name is in parentheses and can itself contain spaces and parentheses.
    const end = text.lastIndexOf(')')
    const [state, parent] = text.slice(end + 2).split(' ')
    if (state === 'Z') return undefined
    return { pid, parent: Number(parent), program: text.slice(text.indexOf('(') + 1, end) }
  } catch {
    return undefined
  }
}

/** All descendants of `root`, without `root` itself. */
export function findChildren(root: number): Child[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readProcess(Number(name)) ?? [])
  const found: Child[] = []
  const parents = [root]
  for (let parent = parents.pop(); parent !== undefined; parent = parents.pop()) {
    for (const child of all) {
      if (child.parent !== parent) continue
      found.push(child)
      parents.push(child.pid)
    }
  }
  return found
}
