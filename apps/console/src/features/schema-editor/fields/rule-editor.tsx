import type { Diagnostic } from '@codemirror/lint'
import type { CheckInput, Issue } from '@plinth/expression'
import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import { ruleLanguage } from '../../../state/rules/rule-language.ts'
import { CodeMirror } from '../../../ui/code/code-mirror.tsx'
import { tableStrings as strings } from '../strings/table-strings.ts'

export interface RuleEditorProps {
  label: string
  value: string
  onChange: (value: string) => void
  ground: CheckInput
  issues: readonly Issue[]
  describedBy?: string | undefined
}

function diagnosticOf({ from, to, message, suggestion }: Issue): Diagnostic {
  return {
    from: from === to ? Math.max(0, from - 1) : from,
    to,
    severity: 'error',
    message,
    ...(suggestion === undefined
      ? {}
      : {
          actions: [
            {
              name: strings.correction(suggestion),
              apply: (view, at, end) =>
                view.dispatch({ changes: { from: at, to: end, insert: suggestion } }),
            },
          ],
        }),
  }
}

/** A code editor for a rule; completion follows the table being edited. */
export function RuleEditor(props: RuleEditorProps) {
  const ground = useRef(props.ground)
  useLayoutEffect(() => {
    ground.current = props.ground
  })
  const [extensions] = useState(() => ruleLanguage(() => ground.current))
  const diagnostics = useMemo(() => props.issues.map(diagnosticOf), [props.issues])
  return (
    <CodeMirror
      label={props.label}
      value={props.value}
      onChange={props.onChange}
      extensions={extensions}
      diagnostics={diagnostics}
      describedBy={props.describedBy}
      invalid={props.issues.length > 0}
      placeholder={strings.emptyRule}
      className="min-h-8"
    />
  )
}
