import { Save, Sigma } from 'lucide-react'
import { useNavigate } from 'react-router'
import { useStopReason } from '../../state/availability.ts'
import { computedFrom } from '../../state/schema/computed-draft.ts'
import { GatedButton } from '../../ui/primitives/gated-button.tsx'
import { sqlStrings as strings } from './strings.ts'

interface QueryActionsProps {
  projectId: string
  text: string
  /** Why there is nothing to save; undefined if there is. */
  unsavedReason: string | undefined
  isSaving: boolean
  onSave: () => void
}

/** What can be made of the query. */
export function QueryActions(props: QueryActionsProps) {
  const { projectId, text, unsavedReason, isSaving, onSave } = props
  const navigate = useNavigate()
  const stopped = useStopReason()
  const empty = text.trim() === '' ? strings.nothingToRun : undefined
  // The schema is edited in dev, whichever environment the query was run in.
  const makeTable = () =>
    navigate(`/project/${projectId}/data?environment=dev`, { state: computedFrom(text) })
  return (
    <>
      <GatedButton reason={stopped ?? empty} onClick={makeTable}>
        <Sigma aria-hidden="true" />
        {strings.makeTable}
      </GatedButton>
      <GatedButton reason={stopped ?? empty ?? unsavedReason} busy={isSaving} onClick={onSave}>
        <Save aria-hidden="true" />
        {strings.save}
      </GatedButton>
    </>
  )
}
