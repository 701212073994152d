import { acceptCompletion, completionStatus } from '@codemirror/autocomplete'
import { Prec } from '@codemirror/state'
import { keymap } from '@codemirror/view'
import type { CheckInput, Issue } from '@plinth/expression'
import { useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { ruleLanguage } from '../../../state/rules/rule-language.ts'
import { CodeMirror } from '../../../ui/code/code-mirror.tsx'
import { gridStrings as strings } from '../strings/grid-strings.ts'

export interface FilterEditorProps {
  value: string
  ground: CheckInput
  issues: readonly Issue[]
  /** An example, shown while the text is empty. */
  hint: string
  describedBy: string | undefined
  onChange: (text: string) => void
  onApply: () => void
}

/** An editor for a filter expression, in the same language as rules; Enter applies it. */
export function FilterEditor(props: FilterEditorProps) {
  const ground = useRef(props.ground)
  useLayoutEffect(() => {
    ground.current = props.ground
  }, [props.ground])
  const apply = useEffectEvent(props.onApply)
  const act = useRef(() => apply())
  const [extensions] = useState(() => [
    ruleLanguage(() => ground.current),
    Prec.highest(
      keymap.of([
        {
          key: 'Enter',
          run: (view) => {
            if (completionStatus(view.state) === 'active' && acceptCompletion(view)) return true
            act.current()
            return true
          },
        },
      ]),
    ),
  ])
  const diagnostics = useMemo(
    () =>
      props.issues.map(({ from, to, message }) => ({
        from: from === to ? Math.max(0, from - 1) : from,
        to,
        message,
        severity: 'error' as const,
      })),
    [props.issues],
  )
  return (
    <CodeMirror
      startsAtEnd
      label={strings.filterLabel}
      value={props.value}
      onChange={props.onChange}
      extensions={extensions}
      diagnostics={diagnostics}
      describedBy={props.describedBy}
      invalid={props.issues.length > 0}
      placeholder={props.hint}
      className="min-h-8 flex-1"
    />
  )
}
