import { Cancel, Content, Description, Overlay, Portal, Root, Title } from 'radix-ui/alert-dialog'
import type { ReactNode } from 'react'
import { Button, buttonStyle } from '../primitives/button.tsx'
import { dialogFooterStyle, dialogOverlayStyle, dialogStyle } from './dialog-style.ts'
import { useFocusReturn } from './focus-return.ts'

interface ConfirmDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  text: ReactNode
  cancelLabel: string
  confirmLabel: string
  /** Red unless it destroys nothing. */
  tone?: 'danger' | 'primary'
  busy?: boolean
  /** Whether it cannot be confirmed yet. */
  blocked?: boolean
  /** Controls below the text. */
  children?: ReactNode
  onConfirm: () => void
}

/** Confirmation of an action that cannot be undone; Cancel has the focus, unless a control asks for it. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const focusReturn = useFocusReturn()
  return (
    <Root open={props.open} onOpenChange={props.onOpenChange}>
      <Portal>
        <Overlay className={dialogOverlayStyle} />
        <Content {...focusReturn} className={dialogStyle}>
          <div className="px-5 pt-4.5">
            <Title className="text-base font-semibold wrap-anywhere">{props.title}</Title>
            <Description asChild>
              <div className="mt-1 text-sm text-fg-2">{props.text}</div>
            </Description>
            {props.children}
          </div>
          <footer className={dialogFooterStyle}>
            <Cancel className={buttonStyle('outline')}>{props.cancelLabel}</Cancel>
            <Button
              variant={props.tone ?? 'danger'}
              busy={props.busy ?? false}
              disabled={props.blocked ?? false}
              onClick={props.onConfirm}
            >
              {props.confirmLabel}
            </Button>
          </footer>
        </Content>
      </Portal>
    </Root>
  )
}
