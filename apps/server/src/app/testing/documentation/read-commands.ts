/** Commands of a page, and what the page says that the last of them prints. */
export interface DocumentedCommand {
  script: string
  /** May begin with the status of the answer; `…` stands for any text. Empty if the page shows nothing. */
  expected: string
}

const BLOCK = /^```(.*)\n([\s\S]*?)^```$/gm

/** A block of commands; lines of comment after a command are what it prints. */
function readShell(code: string): DocumentedCommand[] {
  const parts = code.split(/(?<=^#.*\n)(?!#)/m)
  return parts.map((part) => {
    const lines = part.split('\n')
    const at = lines.findIndex((line) => line.startsWith('#'))
    if (at === -1) return { script: part, expected: '' }
    const comments = lines.slice(at).map((line) => line.replace(/^# ?/, ''))
    return { script: lines.slice(0, at).join('\n'), expected: comments.join('\n').trim() }
  })
}

/** A session: commands behind `$`, each followed by its output. */
function readSession(code: string): DocumentedCommand[] {
  return code.split(/^\$ /m).flatMap((part) => {
    const [, script = '', expected = ''] = part.match(/^((?:.*\\\n)*.+\n)([\s\S]*)$/) ?? []
    return script === '' ? [] : [{ script, expected: expected.trim() }]
  })
}

/** The commands of a page in its order; a block of JSON or text directly after one is what it prints. */
export function readCommands(page: string): DocumentedCommand[] {
  const commands: DocumentedCommand[] = []
  let end = 0
  for (const match of page.matchAll(BLOCK)) {
    const [whole, language = '', code = ''] = match
    const isNext = page.slice(end, match.index).trim() === ''
    end = match.index + whole.length
    const last = commands.at(-1)
    if (language === 'sh') commands.push(...readShell(code))
    else if (language === 'console') commands.push(...readSession(code))
    else if (isNext && last && ['json', 'text'].includes(language)) last.expected = code.trim()
  }
  return commands
}

const DIFFERENT = [
  /(?<=\b[a-z]{3}_)[0-9a-z]{6,}/g,
  /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g,
  /\d{4}-\d\d-\d\dT[\d:.]+Z/g,
  /(?<="ms": ?)\d+/g,
  /(?<=\[)[\d.]+(?=ms\])/g,
]

/** Without ids, moments and durations, which no two installations share, and without line breaks. */
function normalise(text: string): string {
  return DIFFERENT.reduce((left, each) => left.replace(each, '…'), text).replace(/\s+/g, '')
}

/** Whether a command printed what the page says. */
export function isPrinted(expected: string, printed: string): boolean {
  const parts = normalise(expected).split(/…+/)
  const pattern = parts.map((part) => part.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&')).join('[^]*?')
  return new RegExp(`^${pattern}$`).test(normalise(printed))
}
