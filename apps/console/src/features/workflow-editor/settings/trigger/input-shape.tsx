import { Section } from '../../../../ui/layout/section.tsx'
import { triggerStrings } from '../../strings/trigger-strings.ts'

const words = triggerStrings.shape

/** What the next node receives from a trigger, field by field. */
export function InputShape({ kind }: { kind: string }) {
  const fields = Object.hasOwn(words.fields, kind)
    ? words.fields[kind as keyof typeof words.fields]
    : undefined
  if (!fields) return null
  return (
    <Section title={words.title}>
      <dl className="grid grid-cols-[max-content_1fr] gap-x-3 gap-y-1 px-3.5 pb-4 text-xs">
        {fields.map(([path, meaning]) => (
          <div key={path} className="contents">
            <dt className="font-mono">{`$in.${path}`}</dt>
            <dd className="min-w-0 break-words text-fg-2">{meaning}</dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}
