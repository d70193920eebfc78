import { useState } from 'react';
import type { GridView } from './grid-engine.ts';

/**
 * The first section that is not drawn yet, undefined for none. Until the window has been filled once, photos are drawn as
 * far as the shapes of all before them are known: by an estimate they would move. What is scrolled to later is estimated,
 * and the photo at the top keeps its place.
 */
export function useFirstFill({ layout, sections, ranges }: GridView): number | undefined {
  const [isFilled, setFilled] = useState(false);
  const unshaped = ranges.find(({ section }) => !sections[section]?.isShaped);
  if (isFilled || !layout) return undefined;
  if (unshaped) return layout.besides(unshaped.section).first;
  if (ranges.length > 0) setFilled(true);
  return undefined;
}
