import type { Configuration } from '@plinth/contract'
import { diffConfigurations } from '@plinth/schema'
import { useMemo, useState } from 'react'
import { newId } from '../../../state/new-id.ts'
import { printSides } from '../../../state/schema/print-configuration.ts'
import { savingStrings } from '../../../state/schema/saving-strings.ts'
import { DiffDialog } from '../../../ui/code/diff-dialog.tsx'
import { Segmented } from '../../../ui/primitives/segmented.tsx'
import { staleStrings as strings } from '../strings/stale-strings.ts'
import {
  type ConflictChoices,
  conflictKey,
  listConflicts,
  resolveConflicts,
  type Side,
  type Sides,
} from './resolve-conflicts.ts'

const MAX_SENTENCES = 6
const SIDES = [
  { value: 'mine', label: strings.yours },
  { value: 'theirs', label: strings.others },
] as const

interface StaleDialogProps {
  open: boolean
  sides: Sides
  busy: boolean
  onMerge: (configuration: Configuration) => void
  onClose: () => void
}

function WhatTheyDid({ sides }: { sides: Sides }) {
  const changes = useMemo(
    () => diffConfigurations({ before: sides.base, after: sides.theirs }),
    [sides],
  )
  return (
    <section aria-label={strings.whatTheyDid} className="mb-3 text-xs text-fg-2">
      <h3 className="font-medium text-fg">{strings.whatTheyDid}</h3>
      <ul className="mt-1 list-disc pl-4">
        {changes.slice(0, MAX_SENTENCES).map(({ sentence }) => (
          <li key={sentence}>{sentence}</li>
        ))}
        {changes.length > MAX_SENTENCES ? (
          <li>{strings.more(changes.length - MAX_SENTENCES)}</li>
        ) : null}
      </ul>
    </section>
  )
}

interface ConflictListProps {
  conflicts: ReturnType<typeof listConflicts>
  choices: ConflictChoices
  onChoose: (key: string, side: Side) => void
}

function ConflictList({ conflicts, choices, onChoose }: ConflictListProps) {
  return (
    <ul className="mb-3 flex max-h-40 flex-col gap-1.5 overflow-y-auto">
      {conflicts.map((conflict) => {
        const key = conflictKey(conflict)
        return (
          <li
            key={key}
            className="flex items-center justify-between gap-3 rounded-md bg-warn-soft px-3 py-1.5 text-xs text-warn-text"
          >
            {conflict.message}
            <Segmented
              label={conflict.message}
              value={choices[key] ?? 'mine'}
              options={SIDES}
              onValueChange={(side) => onChoose(key, side)}
            />
          </li>
        )
      })}
    </ul>
  )
}

/** Merges concurrent saves table by table and asks which side to use for conflicts. */
export function StaleSchemaDialog({ open, sides, busy, onMerge, onClose }: StaleDialogProps) {
  const conflicts = useMemo(() => listConflicts(sides), [sides])
  const [chosen, setChosen] = useState<ConflictChoices>({})
  const merged = useMemo(() => {
    const mine = Object.fromEntries(
      conflicts.map((conflict) => [conflictKey(conflict), 'mine'] as const),
    )
    return resolveConflicts(sides, { choices: { ...mine, ...chosen }, newId })
  }, [sides, conflicts, chosen])
  const texts = useMemo(
    () =>
      printSides({ before: sides.theirs, after: merged.ok ? merged.configuration : sides.mine }),
    [sides, merged],
  )
  const left = useMemo(() => ({ label: strings.theirs, text: texts.before }), [texts])
  const right = useMemo(() => ({ label: strings.merged, text: texts.after }), [texts])
  const hasConflicts = conflicts.length > 0
  return (
    <DiffDialog
      open={open}
      onClose={onClose}
      title={strings.title}
      description={hasConflicts ? strings.collision : strings.clean}
      before={left}
      after={right}
      cancelLabel={strings.cancel}
      confirmLabel={strings.merge}
      busyLabel={savingStrings.saving}
      busy={busy}
      blocked={!merged.ok}
      onConfirm={() => (merged.ok ? onMerge(merged.configuration) : undefined)}
      above={
        <>
          <WhatTheyDid sides={sides} />
          {hasConflicts ? (
            <ConflictList
              conflicts={conflicts}
              choices={chosen}
              onChoose={(key, side) => setChosen((now) => ({ ...now, [key]: side }))}
            />
          ) : null}
          {merged.ok ? null : (
            <p role="alert" className="mb-3 text-xs text-danger-text">
              {strings.broken}
            </p>
          )}
          <div className="mb-1.5 grid grid-cols-2 gap-3 text-xs font-medium text-fg-2">
            <span>{strings.theirs}</span>
            <span>{strings.merged}</span>
          </div>
        </>
      }
    />
  )
}
