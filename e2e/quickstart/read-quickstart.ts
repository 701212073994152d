/** One thing that a reader of the page does. */
export type Act =
  | { does: 'run'; commands: string; output?: string }
  | { does: 'write'; file: string; text: string }
  | { does: 'open'; address: string }
  | { does: 'type'; text: string; into: string }
  | { does: 'press'; name: string }
  | { does: 'read'; text: string }
  | { does: 'copy' }

const BLOCK = /^```(\w+)(?: (\S+))?\n([\s\S]*?)^```$/m
const STEP = /^\d+\. (.+)$/
const ACT_OR_BLOCK = /^```[\s\S]*?^```$|^\d+\. .+$/gm

function readBlock(text: string): Act {
  const [, language, file, content = ''] = text.match(BLOCK) ?? []
  if (language === 'sh') return { does: 'run', commands: content }
  if (language === 'js' && file) return { does: 'write', file, text: content }
  throw new Error(`Not a block that a reader can follow: ${text}`)
}

function readStep(text: string): Act {
  const [, step = ''] = text.match(STEP) ?? []
  if (step.startsWith("Copy the project's id ")) return { does: 'copy' }
  const [, open] = step.match(/^Open `(.+)`\.$/) ?? []
  if (open) return { does: 'open', address: open }
  const [, typed, into] = step.match(/^Type \*\*(.+)\*\* into \*\*(.+)\*\*\.$/) ?? []
  if (typed && into) return { does: 'type', text: typed, into }
  const [, pressed] = step.match(/^Press \*\*(.+)\*\*\.$/) ?? []
  if (pressed) return { does: 'press', name: pressed }
  const [, seen] = step.match(/^Read \*\*(.+?)\*\*\.?$/) ?? []
  if (seen) return { does: 'read', text: seen }
  throw new Error(`Not a step that a reader can follow: ${text}`)
}

/** What the page asks its reader to do, per section with a number; throws for anything that is not understood. */
export function readQuickstart(page: string): Act[][] {
  const sections = page.split(/^## \d+\. .*$/m).slice(1)
  return sections.map((section) => {
    const acts: Act[] = []
    const [numbered = ''] = section.split(/^## /m)
    for (const [text] of numbered.matchAll(ACT_OR_BLOCK)) {
      const last = acts.at(-1)
      const [, output] = text.match(/^```text\n([\s\S]*?)^```$/m) ?? []
      if (output === undefined) acts.push(text.startsWith('```') ? readBlock(text) : readStep(text))
      else if (last?.does === 'run') last.output = output
      else throw new Error(`Output without a command: ${text}`)
    }
    return acts
  })
}
