import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { Kbd } from '../../ui/primitives/kbd.tsx'
import { shortcutListStrings as strings } from './strings.ts'

export function ShortcutList({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onOpenChange={onClose} title={strings.title} className="w-190">
      <div className="gap-x-8 px-5 pt-4 pb-1 sm:columns-2">
        {strings.groups.map((group) => (
          <section key={group.title} className="break-inside-avoid pb-4">
            <h3 className="pb-1 text-xs font-medium text-fg-3">{group.title}</h3>
            <dl>
              {group.shortcuts.map(({ keys, act }) => (
                <div
                  key={keys}
                  className="flex min-h-8 items-center justify-between gap-3 border-b py-1 last:border-0"
                >
                  <dt>{act}</dt>
                  <dd className="shrink-0">
                    <Kbd>{keys}</Kbd>
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
