import { useState } from 'react';
import type { GridView } from './grid-engine.ts';

/**
 * The first section that is not drawn yet; undefined if all are. Until the window has been filled once, photos are only drawn
 * as far as all preceding shapes are known, since estimates would make them move. Later sections are estimated, and the photo
 * at the top stays in place.
 */
export function useFirstFill({ layout, sections, ranges }: GridView): number | undefined {
  const [isFilled, setFilled] = useState(false);
  const unshaped = ranges.find(({ section }) => !sections[section]?.isShaped);
  if (isFilled || !layout) return undefined;
  if (unshaped) return layout.besides(unshaped.section).first;
  if (ranges.length > 0) setFilled(true);
  return undefined;
}
