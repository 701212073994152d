import type { WorkflowNode } from '@plinth/contract'
import { useState } from 'react'
import { Field } from '../../../ui/forms/field.tsx'
import { Input } from '../../../ui/forms/input.tsx'
import { useEditorContext } from '../editor/editor-context.tsx'
import { renameLabel } from '../graph/rename-label.ts'
import { nodeSettingsStrings as words } from '../strings/node-settings-strings.ts'

/** Element id that the F2 shortcut focuses. */
const LABEL_FIELD = 'node-label'

/** Label of the node. Saved only while unique, because results are stored by label. */
export function LabelField({ node }: { node: WorkflowNode }) {
  const { editor } = useEditorContext()
  const { label } = node.data
  const [typed, setTyped] = useState<string>()
  const text = typed ?? label
  const problemOf = (wanted: string) => {
    if (wanted.trim() === '') return words.labelEmpty
    const isTaken = editor
      .content()
      .nodes.some(({ id, data }) => id !== node.id && data.label === wanted)
    return isTaken ? words.labelTaken : undefined
  }
  const change = (next: string) => {
    if (problemOf(next)) return setTyped(next)
    setTyped(undefined)
    editor.edit(
      (content) => renameLabel(content, { nodeId: node.id, label: next }),
      `label ${node.id}`,
    )
  }
  return (
    <Field label={words.nodeLabel} error={typed === undefined ? undefined : problemOf(typed)}>
      {(control) => (
        <Input
          {...control}
          data-field={LABEL_FIELD}
          maxLength={200}
          autoComplete="off"
          value={text}
          onChange={(event) => change(event.target.value)}
          onBlur={() => setTyped(undefined)}
        />
      )}
    </Field>
  )
}
