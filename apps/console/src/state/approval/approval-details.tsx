import { decisionStrings as strings } from './strings.ts'

/** What approvers must know. A long text is scrolled; the last shown line is cut, which shows that there is more. */
export function ApprovalDetails({ text }: { text: string }) {
  if (text === '') return null
  return (
    <section
      aria-label={strings.details}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled by keyboard.
      tabIndex={0}
      className="ring-focus max-h-61 shrink-0 overflow-y-auto rounded-md bg-sunken p-3 text-sm wrap-anywhere whitespace-pre-wrap"
    >
      {text}
    </section>
  )
}
