import { Fingerprint } from 'lucide-react'
import { Button } from '../../ui/primitives/button.tsx'
import { passkeyStrings as strings } from './strings.ts'

interface PasskeyButtonProps {
  busy: boolean
  /** Why the last attempt ended without a passkey. */
  problem: string | undefined
  autoFocus?: boolean
  onClick: () => void
}

/** Offers a passkey beside a code or a password. */
export function PasskeyButton({ busy, problem, autoFocus = false, onClick }: PasskeyButtonProps) {
  return (
    <div className="flex flex-col gap-1.5">
      <Button busy={busy} autoFocus={autoFocus} onClick={onClick} className="w-full">
        <Fingerprint aria-hidden="true" />
        {strings.use}
      </Button>
      {problem === undefined ? null : (
        <p role="alert" className="text-xs text-danger-text">
          {problem}
        </p>
      )}
    </div>
  )
}
