import { useState } from 'react'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { Button } from '../../../ui/primitives/button.tsx'
import { GatedButton } from '../../../ui/primitives/gated-button.tsx'
import { chosenStrings } from './strings.ts'
import { type EachOptions, useActOnEach } from './use-act-on-each.ts'

/** What is asked before an act. */
interface Question {
  title: string
  text: string
  confirm: string
  tone?: 'primary' | 'danger'
}

interface ActsProps<Item, Act extends string> extends Omit<EachOptions<Item, Act>, 'onDone'> {
  items: readonly Item[]
  acts: readonly Act[]
  words: {
    count: (count: number) => string
    label: (act: Act, count: number) => string
  }
  /** The selected items that the act applies to. */
  itemsFor: (act: Act) => readonly Item[]
  /** Why an act is not possible; undefined if it is. */
  reasonOf: (act: Act) => string | undefined
  /** Undefined for an act that is done without asking. */
  questionOf: (act: Act, count: number) => Question | undefined
  onClear: () => void
}

function Acts<Item, Act extends string>(props: ActsProps<Item, Act>) {
  const { items, acts, words, itemsFor, reasonOf, questionOf, onClear } = props
  const { act, progress, stop } = useActOnEach({ ...props, onDone: onClear })
  const [asked, setAsked] = useState<Act>()
  const [isAsking, setAsking] = useState(false)
  const question = asked === undefined ? undefined : questionOf(asked, itemsFor(asked).length)
  const start = (kind: Act) => {
    const chosen = itemsFor(kind)
    if (questionOf(kind, chosen.length) === undefined) return act(kind, chosen)
    setAsked(kind)
    setAsking(true)
  }
  return (
    <>
      <p role="status" className="mr-auto text-sm tabular-nums">
        {progress ? chosenStrings.progress(progress.done, progress.all) : words.count(items.length)}
      </p>
      {progress ? (
        <Button onClick={stop}>{chosenStrings.stop}</Button>
      ) : (
        <>
          {acts.map((kind) => (
            <GatedButton key={kind} reason={reasonOf(kind)} onClick={() => start(kind)}>
              {words.label(kind, itemsFor(kind).length)}
            </GatedButton>
          ))}
          <Button variant="ghost" onClick={onClear}>
            {chosenStrings.clear}
          </Button>
        </>
      )}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={question?.title ?? ''}
        text={question?.text ?? ''}
        cancelLabel={chosenStrings.cancel}
        confirmLabel={question?.confirm ?? ''}
        {...(question?.tone === undefined ? {} : { tone: question.tone })}
        onConfirm={() => {
          setAsking(false)
          if (asked !== undefined) act(asked, itemsFor(asked))
        }}
      />
    </>
  )
}

interface ChosenBarProps<Item, Act extends string> extends ActsProps<Item, Act> {
  label: string
  /** Shown without a selection. */
  hint: string
}

/** The bar above a list; its place is there without a selection too, so that the rows stay where they are. */
export function ChosenBar<Item, Act extends string>({
  label,
  hint,
  ...acts
}: ChosenBarProps<Item, Act>) {
  return (
    <section
      aria-label={label}
      className="mb-3 flex min-h-12 flex-wrap items-center gap-2 rounded-xl border bg-sunken px-4 py-1.5"
    >
      {acts.items.length > 0 ? <Acts {...acts} /> : <p className="text-sm text-fg-2">{hint}</p>}
    </section>
  )
}
