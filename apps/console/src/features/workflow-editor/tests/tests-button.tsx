import { FlaskConical } from 'lucide-react'
import { Button } from '../../../ui/primitives/button.tsx'
import { Tooltip } from '../../../ui/primitives/tooltip.tsx'
import { testStrings as words } from '../strings/test-strings.ts'

interface TestsButtonProps {
  /** How many tests failed when they ran last. */
  failed: number
  onOpen: () => void
}

/** Opens the tests; red while one fails. */
export function TestsButton({ failed, onOpen }: TestsButtonProps) {
  const label = failed > 0 ? words.buttonFailed(failed) : words.button
  return (
    <Tooltip text={label}>
      <Button
        variant={failed > 0 ? 'danger-ghost' : 'ghost'}
        size="icon-sm"
        aria-label={label}
        onClick={onOpen}
      >
        <FlaskConical aria-hidden="true" />
      </Button>
    </Tooltip>
  )
}
