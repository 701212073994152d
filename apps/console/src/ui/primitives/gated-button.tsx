import { Button, type ButtonProps } from './button.tsx'
import { Tooltip } from './tooltip.tsx'

interface GatedButtonProps extends ButtonProps {
  /** Why the button is disabled; undefined if it is enabled. */
  reason: string | undefined
}

/** A button that stays focusable when disabled and explains why in a tooltip. */
export function GatedButton({ reason, onClick, ...rest }: GatedButtonProps) {
  if (reason === undefined) return <Button {...rest} {...(onClick ? { onClick } : {})} />
  return (
    <Tooltip text={reason}>
      <Button {...rest} aria-disabled="true" />
    </Tooltip>
  )
}
