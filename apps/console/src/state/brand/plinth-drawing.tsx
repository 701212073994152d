const HALF_WIDTH = 132
const HALF_HEIGHT = 66
const CENTRE = 160

interface SlabProps {
  y: number
  thickness: number
  top: string
  left: string
  right: string
  edge: string
}

function face(points: readonly (readonly [number, number])[]): string {
  return points.map((point) => point.join(',')).join(' ')
}

function Slab({ y, thickness, top, left, right, edge }: SlabProps) {
  const west = CENTRE - HALF_WIDTH
  const east = CENTRE + HALF_WIDTH
  const south = y + HALF_HEIGHT
  const topFace = [
    [CENTRE, y - HALF_HEIGHT],
    [east, y],
    [CENTRE, south],
    [west, y],
  ] as const
  const leftFace = [
    [west, y],
    [CENTRE, south],
    [CENTRE, south + thickness],
    [west, y + thickness],
  ] as const
  const rightFace = [
    [east, y],
    [CENTRE, south],
    [CENTRE, south + thickness],
    [east, y + thickness],
  ] as const
  return (
    <g className={edge} strokeWidth="1" strokeLinejoin="round">
      <polygon points={face(leftFace)} className={left} />
      <polygon points={face(rightFace)} className={right} />
      <polygon points={face(topFace)} className={top} />
    </g>
  )
}

/** The brand's three layers, drawn large. */
export function PlinthDrawing() {
  const neutral = {
    top: 'fill-surface',
    left: 'fill-sunken',
    right: 'fill-active',
    edge: 'stroke-line-strong',
  }
  return (
    <svg viewBox="0 0 320 290" fill="none" aria-hidden="true" className="w-80 drop-shadow-sm">
      <Slab
        y={194}
        thickness={26}
        top="fill-accent-soft"
        left="fill-accent"
        right="fill-accent-hover"
        edge="stroke-accent-line"
      />
      <Slab y={134} thickness={20} {...neutral} />
      <Slab y={74} thickness={20} {...neutral} />
    </svg>
  )
}
