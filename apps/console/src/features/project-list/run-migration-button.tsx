import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { Dialog, DialogFooter } from '../../ui/dialogs/dialog.tsx'
import { Button } from '../../ui/primitives/button.tsx'
import { projectListStrings as strings } from './strings.ts'
import { useRunMigration } from './use-run-migration.ts'

/** Explains the migration and runs it once it is confirmed. */
export function RunMigrationButton() {
  const migration = useRunMigration()
  const [asking, setAsking] = useState(false)
  const words = strings.migration
  return (
    <>
      <Button variant="ghost" busy={migration.isPending} onClick={() => setAsking(true)}>
        <RefreshCw aria-hidden="true" />
        {strings.runMigration}
      </Button>
      <Dialog
        open={asking}
        onOpenChange={setAsking}
        title={words.title}
        description={words.description}
      >
        <ul className="list-disc px-5 pt-3 pl-10 text-sm text-fg-2">
          {words.facts.map((fact) => (
            <li key={fact}>{fact}</li>
          ))}
        </ul>
        <DialogFooter>
          <Button onClick={() => setAsking(false)}>{words.cancel}</Button>
          <Button
            variant="primary"
            onClick={() => {
              setAsking(false)
              migration.mutate()
            }}
          >
            {strings.runMigration}
          </Button>
        </DialogFooter>
      </Dialog>
    </>
  )
}
