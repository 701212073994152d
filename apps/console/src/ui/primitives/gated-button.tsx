import { Button, type ButtonProps } from './button.tsx'
import { Tooltip } from './tooltip.tsx'

interface GatedButtonProps extends ButtonProps {
  /** Why the button cannot be used now; undefined when it can. */
  reason: string | undefined
}

/** A button that, when it may not be used, stays reachable by keyboard and says why. */
export function GatedButton({ reason, onClick, ...rest }: GatedButtonProps) {
  if (reason === undefined) return <Button {...rest} {...(onClick ? { onClick } : {})} />
  return (
    <Tooltip text={reason}>
      <Button {...rest} aria-disabled="true" />
    </Tooltip>
  )
}
