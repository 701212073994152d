interface Box {
  top: number
  bottom: number
}

interface Hinted {
  /** The visible scroller. */
  frame: Box
  /** The open editor, which may be larger than its cell. */
  editor: Box
  height: number
}

const GAP = 4

/** The top of a hint: above the editor, else below it; over it if the view has room for neither. */
export function placeHint({ frame, editor, height }: Hinted): number {
  const above = editor.top - GAP - height
  if (above >= frame.top) return above
  const below = editor.bottom + GAP
  return below + height <= frame.bottom ? below : frame.top
}
