import { CopyButton } from '../../../ui/primitives/copy-button.tsx'
import type { Json } from '../execution/execution.ts'
import { RawResult } from '../result/raw-result.tsx'
import { runPageStrings } from '../strings/run-page-strings.ts'

interface ValueBoxProps {
  title: string
  value: Json
}

/** An input or output value with a copy button. */
export function ValueBox({ title, value }: ValueBoxProps) {
  const text = JSON.stringify(value, null, 2) ?? 'null'
  return (
    <section aria-label={title} className="border-b px-4 py-3">
      <div className="mb-1.5 flex h-6 items-center justify-between">
        <h3 className="text-xs font-medium text-fg-2">{title}</h3>
        <CopyButton
          label={runPageStrings.node.copy(title)}
          copiedLabel={runPageStrings.node.copied}
          text={text}
        />
      </div>
      <div className="overflow-hidden rounded-md border bg-sunken select-text [&_pre]:w-full [&_pre]:break-words [&_pre]:whitespace-pre-wrap">
        <RawResult result={value} />
      </div>
    </section>
  )
}
