import type { Configuration } from '@plinth/contract'
import { parseConfiguration } from '@plinth/schema'
import { useRef, useState } from 'react'
import { newId } from '../../state/new-id.ts'
import { printConfiguration } from '../../state/schema/print-configuration.ts'
import type { DraftEditor } from '../../state/schema/use-schema-draft.ts'
import type { JsonState, JsonText } from './json-editor.tsx'

const UNTOUCHED: JsonState = { isEdited: false, canUndo: false, canRedo: false }

/** State of JSON mode: the text is applied to the draft on leaving and on save, and never discarded silently. */
export function useJsonMode(draft: DraftEditor) {
  const text = useRef<JsonText>(null)
  const [isOn, setOn] = useState(false)
  const [state, setState] = useState(UNTOUCHED)
  const [refused, setRefused] = useState(0)

  const show = (configuration: Configuration) => {
    text.current?.replace(printConfiguration(configuration))
    setRefused(0)
  }
  /** The configuration in the text; undefined if it has errors. */
  const read = (): Configuration | undefined => {
    if (!isOn || !state.isEdited || !text.current) return draft.configuration
    const before = draft.configuration
    const result = parseConfiguration({ text: text.current.read(), before, newId })
    if (!result.ok) {
      setRefused(result.issues.length)
      text.current.showIssue()
      return undefined
    }
    const { configuration } = result
    if (configuration !== before) draft.edit(configuration)
    return configuration
  }
  const apply = () => {
    const configuration = read()
    if (configuration && isOn && state.isEdited) show(configuration)
    return configuration
  }
  const leave = () => {
    setOn(false)
    setRefused(0)
    setState(UNTOUCHED)
  }
  return {
    text,
    isOn,
    isEdited: isOn && state.isEdited,
    canUndo: state.canUndo,
    canRedo: state.canRedo,
    refused,
    onState: (next: JsonState) => {
      setState(next)
      if (!next.isEdited) setRefused(0)
    },
    apply,
    show,
    discard: () => show(draft.configuration),
    turn: (on: boolean) => {
      if (on) setOn(true)
      else if (read()) leave()
    },
  }
}
