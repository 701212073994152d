import type { ReactNode } from 'react'

const INLINE = /\*\*(.+?)\*\*|\*(.+?)\*|`(.+?)`|\[([^\]]+)\]\((https?:\/\/[^\s)]+)\)/g

/** Renders emphasis, code and links; everything else, including HTML, is plain text. */
function viewInline(text: string): ReactNode[] {
  const parts: ReactNode[] = []
  let at = 0
  for (const match of text.matchAll(INLINE)) {
    const [whole, bold, italic, code, label, href] = match
    if (match.index > at) parts.push(text.slice(at, match.index))
    const key = match.index
    if (bold !== undefined) parts.push(<strong key={key}>{bold}</strong>)
    else if (italic !== undefined) parts.push(<em key={key}>{italic}</em>)
    else if (code !== undefined) parts.push(<code key={key}>{code}</code>)
    else {
      parts.push(
        <a
          key={key}
          href={href}
          target="_blank"
          rel="noreferrer"
          className="text-accent-text underline"
        >
          {label}
        </a>,
      )
    }
    at = match.index + whole.length
  }
  parts.push(text.slice(at))
  return parts
}

function viewBlock(block: string): ReactNode {
  const heading = /^#{1,6} (.*)$/.exec(block)
  if (heading) return <p className="font-semibold">{viewInline(heading[1] ?? '')}</p>
  const lines = block.split('\n')
  if (lines.every((line) => /^[-*] /.test(line))) {
    return (
      <ul className="list-disc pl-5">
        {lines.map((line, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no id
          <li key={at}>{viewInline(line.slice(2))}</li>
        ))}
      </ul>
    )
  }
  return <p className="whitespace-pre-line">{viewInline(block)}</p>
}

/** Renders Markdown; HTML in the text is never rendered as HTML. */
export function MarkdownView({ text }: { text: string }) {
  const blocks = text
    .split(/\n{2,}|\n(?=#{1,6} )|(?<=^#{1,6} .*)\n/m)
    .filter((block) => block.trim() !== '')
  return (
    <div className="flex flex-col gap-1.5 text-sm">
      {blocks.map((block, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no id
        <div key={at}>{viewBlock(block.trim())}</div>
      ))}
    </div>
  )
}
