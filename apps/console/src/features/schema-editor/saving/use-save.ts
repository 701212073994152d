import type { Configuration } from '@plinth/contract'
import { useState } from 'react'
import { savingStrings as strings } from '../../../state/schema/saving-strings.ts'
import type { DraftSaver, NewerSave } from '../../../state/schema/use-save-draft.ts'
import type { DraftEditor } from '../../../state/schema/use-schema-draft.ts'
import { showToast } from '../../../ui/toast/toast.ts'
import type { Sides } from './resolve-conflicts.ts'

/** A save conflict: the common base and both versions. */
export interface SchemaCollision {
  sides: Sides
  revision: number
}

/** The text of JSON mode, which may be newer than the draft. */
interface JsonSource {
  /** Applies the text to the draft; returns undefined if it has errors. */
  apply: () => Configuration | undefined
  show: (configuration: Configuration) => void
}

interface SaveOptions {
  draft: DraftEditor
  json: JsonSource
  saver: DraftSaver
}

/** 'Save Configuration', with the merge dialog if another user saved first. */
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
