import { CopyButton } from '../../../ui/primitives/copy-button.tsx'
import { apiStrings as strings } from './strings.ts'

interface CodeBlockProps {
  title: string
  /** Shown beside the title. */
  note?: string
  code: string
}

/** A titled code sample with a copy button. */
export function CodeBlock({ title, note, code }: CodeBlockProps) {
  return (
    <section aria-label={title} className="rounded-xl border bg-surface shadow-1">
      <header className="flex h-10 items-center gap-3 border-b pr-2 pl-4">
        <h3 className="text-sm font-semibold">{title}</h3>
        {note ? <p className="truncate text-xs text-fg-2">{note}</p> : null}
        <CopyButton
          label={strings.copy(title)}
          copiedLabel={strings.copied}
          text={code}
          className="ml-auto"
        />
      </header>
      <pre className="px-4 py-3 font-mono text-xs leading-5 whitespace-pre-wrap break-words text-fg">
        <code>{code}</code>
      </pre>
    </section>
  )
}
