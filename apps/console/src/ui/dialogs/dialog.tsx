import { X } from 'lucide-react'
import { Close, Content, Description, Overlay, Portal, Root, Title } from 'radix-ui/dialog'
import { type ReactElement, type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { ForgetTyped, useTypedWork } from '../forms/use-typed-work.ts'
import { buttonStyle } from '../primitives/button.tsx'
import { cn } from '../primitives/cn.ts'
import { ignoreToastPress } from '../toast/ignore-toast-press.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { dialogFooterStyle, dialogOverlayStyle, dialogStyle } from './dialog-style.ts'
import { useFocusReturn } from './focus-return.ts'
import { registerDialog } from './open-dialogs.ts'

const words = {
  title: 'Discard what you entered?',
  text: (dialog: string) => `Your input in ‘${dialog}’ is not saved.`,
  stay: 'Keep editing',
  discard: 'Discard',
} as const

interface DialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description?: string
  closeLabel?: string
  className?: string
  /**
   * Whether closing would discard work that the controls of its forms do not show, such as chosen files. `false` closes
   * without a question, whatever was typed.
   */
  hasWork?: boolean | undefined
  children: ReactNode
}

/** Modal dialog; asks before Escape, a click outside or the close button discards what was typed in its forms. */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  closeLabel = 'Close',
  className,
  hasWork,
  children,
}: DialogProps) {
  const focusReturn = useFocusReturn()
  const typed = useTypedWork(open)
  const [isAsking, setAsking] = useState(false)
  if (isAsking && !open) setAsking(false)
  const change = (next: boolean): boolean => {
    const isWork = !next && hasWork !== false && (hasWork || typed.hasWork())
    if (isWork) setAsking(true)
    else onOpenChange(next)
    return !isWork
  }
  const close = useEffectEvent(() => change(false))
  useEffect(() => (open ? registerDialog(() => close()) : undefined), [open])
  return (
    <Root open={open} onOpenChange={change}>
      <Portal>
        <Overlay className={dialogOverlayStyle} />
        <Content
          {...focusReturn}
          {...typed.handlers}
          onInteractOutside={ignoreToastPress}
          className={cn(dialogStyle, className)}
          {...(description ? {} : { 'aria-describedby': undefined })}
        >
          <header className="px-5 pt-4.5">
            <Title className="pr-8 text-base font-semibold wrap-anywhere">{title}</Title>
            {description ? (
              <Description className="mt-1 text-sm text-fg-2">{description}</Description>
            ) : null}
          </header>
          <ForgetTyped value={typed.forget}>{children}</ForgetTyped>
          <span className="absolute top-3.5 right-3.5">
            <Close aria-label={closeLabel} className={buttonStyle('ghost', 'icon-sm')}>
              <X aria-hidden="true" />
            </Close>
          </span>
          <ConfirmDialog
            open={isAsking}
            onOpenChange={setAsking}
            title={words.title}
            text={words.text(title)}
            cancelLabel={words.stay}
            confirmLabel={words.discard}
            onConfirm={() => onOpenChange(false)}
          />
        </Content>
      </Portal>
    </Root>
  )
}

/** Makes a button close the dialog, which asks first if work would be lost. */
export function DialogClose({ children }: { children: ReactElement }) {
  return <Close asChild>{children}</Close>
}

/** Button row at the bottom of a dialog. */
export function DialogFooter({ children }: { children: ReactNode }) {
  return <footer className={dialogFooterStyle}>{children}</footer>
}
