import { columnStrings as strings } from '../strings/column-strings.ts'
import { splitValue } from './list-text.ts'

interface SplitOfferProps {
  values: readonly string[]
  onSplit: (values: readonly string[]) => void
}

/** Names a value with commas that was probably meant as several, and splits it on request. */
export function SplitOffer({ values, onSplit }: SplitOfferProps) {
  const joined = values.find((value) => splitValue(value).length > 1)
  if (joined === undefined) return null
  const parts = splitValue(joined)
  const split = () =>
    onSplit([...new Set(values.flatMap((value) => (value === joined ? parts : [value])))])
  return (
    <p role="status" className="flex flex-wrap gap-x-1.5 text-xs text-warn-text">
      {strings.isOneValue(joined)}
      <button
        type="button"
        className="ring-focus rounded-sm font-medium underline underline-offset-2"
        onClick={split}
      >
        {strings.splitValue(parts)}
      </button>
    </p>
  )
}
