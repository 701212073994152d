import type { Configuration } from '@plinth/contract'
import { useState } from 'react'
import { savingStrings as strings } from '../../../state/schema/saving-strings.ts'
import type { DraftSaver, NewerSave } from '../../../state/schema/use-save-draft.ts'
import type { DraftEditor } from '../../../state/schema/use-schema-draft.ts'
import { showToast } from '../../../ui/toast/toast.ts'
import type { Sides } from './resolve-conflicts.ts'

/** Two saves that met: what both began from, and both. */
export interface SchemaCollision {
  sides: Sides
  revision: number
}

/** The text of the JSON mode, which may be ahead of the draft. */
interface JsonSource {
  /** Applies the text to the draft; undefined if the text is not a configuration. */
  apply: () => Configuration | undefined
  show: (configuration: Configuration) => void
}

interface SaveOptions {
  draft: DraftEditor
  json: JsonSource
  saver: DraftSaver
}

/** 'Save Configuration', and what follows when somebody else was first. */
export function useSave({ draft, json, saver }: SaveOptions) {
  const [collision, setCollision] = useState<SchemaCollision | null>(null)

  const collide = ({ theirs, revision }: NewerSave, mine: Configuration, base = draft.saved) =>
    setCollision({ sides: { base, mine, theirs }, revision })

  const save = async () => {
    const configuration = json.apply()
    if (!configuration || saver.isSaving) return
    const outcome = await saver.save({ configuration, revision: draft.revision })
    if (outcome.kind === 'saved') showToast({ title: strings.succeeded })
    if (outcome.kind === 'stale') collide(outcome, configuration)
  }

  const merge = async (configuration: Configuration) => {
    if (!collision || saver.isSaving) return
    const { theirs } = collision.sides
    const { revision } = collision
    draft.send({ type: 'rebased', configuration, saved: theirs, revision })
    json.show(configuration)
    const outcome = await saver.save({ configuration, revision })
    if (outcome.kind === 'stale') return collide(outcome, configuration, theirs)
    setCollision(null)
    if (outcome.kind === 'saved') showToast({ title: strings.succeeded })
  }
  return { save, merge, collide, collision, giveUp: () => setCollision(null) }
}
