/** A sentence of a page, with the line that it begins at. */
export interface Sentence {
  line: number
  text: string
}

const MARKS = /\*\*|(?<![\w*])[*_](?=\S)|(?<=\S)[*_](?![\w*])/g
/** The end of a sentence: a mark, and then a capital, a digit, a quotation or code. */
const END = /(?<=[.!?]["”)]?)\s+(?=["“(*_`\p{Lu}\p{N}])/u

function plain(text: string): string {
  return text
    .replace(/`[^`\n]+`/g, '`code`')
    .replace(/\[([^\]]+)\]\([^)\s]+\)/g, '$1')
    .replace(MARKS, '')
    .replace(/\s+/g, ' ')
    .trim()
}

/** The prose of a Markdown page as sentences: no headings and no code; each cell and list item is read apart. */
export function readSentences(page: string): Sentence[] {
  const blocks: Sentence[] = []
  let isCode = false
  let isOpen = false
  for (const [at, line] of page.split('\n').entries()) {
    const text = line.trim()
    if (text.startsWith('```')) isCode = !isCode
    const isProse = !isCode && text !== '' && !/^(```|#|\|?-{3})/.test(text)
    if (!isProse) isOpen = false
    else if (text.startsWith('|')) {
      const cells = text.split(/(?<!\\)\|/).map((cell) => ({ line: at + 1, text: cell }))
      blocks.push(...cells)
      isOpen = false
    } else if (isOpen && !/^([-*] |\d+\. )/.test(text)) {
      const last = blocks.at(-1)
      if (last) last.text += ` ${text}`
    } else {
      blocks.push({ line: at + 1, text: text.replace(/^([-*] |\d+\. )/, '') })
      isOpen = true
    }
  }
  return blocks.flatMap(({ line, text }) =>
    plain(text)
      .split(END)
      .filter((sentence) => sentence !== '')
      .map((sentence) => ({ line, text: sentence })),
  )
}

/** The number of words of a sentence; a name in code is one. */
export function countWords(sentence: string): number {
  return sentence.match(/[\p{L}\p{N}][\p{L}\p{N}'’./-]*/gu)?.length ?? 0
}
