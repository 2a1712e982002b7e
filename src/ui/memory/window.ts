/**
 * Which rows of a long list are in view, and where they are drawn. All rows are equally high, so a hundred thousand
 * cost what ten do. Pure.
 */

export interface Measure {
  readonly scrollTop: number
  readonly viewport: number
  readonly rowHeight: number
  readonly total: number
}

/** Browsers lay out boxes up to some 17 million pixels (Firefox) or 33 million (Chromium); well below both. */
export const TALLEST_CANVAS = 12_000_000

/** Rows drawn beyond each edge of the view, so that a quick flick shows words, not holes. */
const BEYOND = 8

/** Height of the box that is scrolled. Rows that would not fit are reached by scrolling further with each pixel. */
export function canvasHeight({ rowHeight, total }: Measure): number {
  return Math.min(rowHeight * total, TALLEST_CANVAS)
}

/** Pixels above the view if the canvas were as tall as all rows. */
export function virtualTop(measure: Measure): number {
  return clampTop(measure, measure.scrollTop) * stretch(measure)
}

/** Rows to draw, `end` exclusive. */
export function rowsInView(measure: Measure): { readonly first: number; readonly end: number } {
  const { viewport, rowHeight, total } = measure
  const top = virtualTop(measure)
  return {
    first: Math.max(0, Math.floor(top / rowHeight) - BEYOND),
    end: Math.min(total, Math.ceil((top + viewport) / rowHeight) + BEYOND),
  }
}

/** Rows that are drawn at most at once, wherever the list is scrolled to. */
export function mostInView({ viewport, rowHeight }: Pick<Measure, 'viewport' | 'rowHeight'>): number {
  return Math.ceil(viewport / rowHeight) + 1 + 2 * BEYOND
}

/** Where a row is drawn, from the top of the canvas. */
export function rowTop(measure: Measure, index: number): number {
  return index * measure.rowHeight - virtualTop(measure) + clampTop(measure, measure.scrollTop)
}

/** Where to scroll so that row `index` starts `offset` pixels below the upper edge of the view. */
export function scrollTopFor(measure: Measure, index: number, offset = 0): number {
  return clampTop(measure, (index * measure.rowHeight - offset) / stretch(measure))
}

/** Where to scroll so that the row is wholly in view: not at all when it is. */
export function scrollTopToShow(measure: Measure, index: number): number {
  const { rowHeight, viewport } = measure
  const top = virtualTop(measure)
  if (index * rowHeight < top) return scrollTopFor(measure, index)
  if ((index + 1) * rowHeight > top + viewport) return scrollTopFor(measure, index, viewport - rowHeight)
  return measure.scrollTop
}

/** Virtual pixels for one that is scrolled. */
function stretch(measure: Measure): number {
  const { rowHeight, total, viewport } = measure
  const scrolled = canvasHeight(measure) - viewport
  return scrolled <= 0 ? 1 : (rowHeight * total - viewport) / scrolled
}

function clampTop(measure: Measure, top: number): number {
  return Math.min(Math.max(0, top), Math.max(0, canvasHeight(measure) - measure.viewport))
}
