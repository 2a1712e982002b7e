/** The evidence curve as shapes: what part of the scale is shown, and paths along the points. Pure. */
import type { EvidenceCurve, EvidencePoint } from '../../engine/browser-api.ts'

export type Scale = (value: number) => number

/** Score at the bottom and at the top: all that happened, zero, and the next threshold still to be reached. */
export function scoreDomain({ points, thresholds }: EvidenceCurve): readonly [number, number] {
  const values = points.flatMap(({ reinforcement, disputation, score }) => [
    reinforcement,
    disputation,
    score,
  ])
  const [least, most] = [Math.min(0, ...values), Math.max(0, ...values)]
  const above = thresholds.map(({ score }) => score).filter((score) => score > most)
  const below = least < 0 ? thresholds.map(({ score }) => score).filter((score) => score < least) : []
  const top = Math.max(most, above.length > 0 ? Math.min(...above) : most)
  const bottom = Math.min(least, below.length > 0 ? Math.max(...below) : least)
  const room = (top - bottom || 1) * HEADROOM
  return [bottom < 0 ? bottom - room : 0, top + room]
}

/** A hairline's label stands above it. */
const HEADROOM = 0.12

export function linePath(
  points: readonly EvidencePoint[],
  valueOf: (point: EvidencePoint) => number,
  x: Scale,
  y: Scale,
): string {
  return points
    .map((point, index) => `${index === 0 ? 'M' : 'L'}${place(x(point.at))} ${place(y(valueOf(point)))}`)
    .join('')
}

/** Between the score and zero. */
export function areaPath(points: readonly EvidencePoint[], x: Scale, y: Scale): string {
  const [first, last] = [points[0], points.at(-1)]
  if (first === undefined || last === undefined) return ''
  const line = linePath(points, ({ score }) => score, x, y)
  return `${line}L${place(x(last.at))} ${place(y(0))}L${place(x(first.at))} ${place(y(0))}Z`
}

/** Points up to now, and from now on; the point at the border is in both, so that the lines meet. */
export function splitAtNow({ points, now }: EvidenceCurve): {
  readonly past: readonly EvidencePoint[]
  readonly future: readonly EvidencePoint[]
} {
  const border = points.findLastIndex(({ at }) => at <= now)
  return { past: points.slice(0, border + 1), future: points.slice(Math.max(0, border)) }
}

/** Index of the point whose time is nearest; -1 without points. */
export function nearestPoint(points: readonly EvidencePoint[], at: number): number {
  let best = -1
  points.forEach((point, index) => {
    const nearest = points[best]
    if (nearest === undefined || Math.abs(point.at - at) < Math.abs(nearest.at - at)) best = index
  })
  return best
}

/** Rows for the table: each signal's moment, now, and the end of what is drawn; not hundreds of points in between. */
export function tablePoints({ points, now, signals }: EvidenceCurve): readonly EvidencePoint[] {
  const moments = [...signals.map(({ at }) => at), now, points.at(-1)?.at ?? now]
  const indexes = new Set(moments.map((at) => nearestPoint(points, at)))
  return points.filter((_, index) => indexes.has(index))
}

/** A tenth of a pixel is finer than a screen. */
function place(value: number): string {
  return String(Math.round(value * 10) / 10)
}
