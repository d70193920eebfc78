import { type RefObject, useEffect, useState } from 'react';

/** Height of a row in CSS pixels. */
export const ROW_HEIGHT = 64;
/** Rows drawn beyond the edges. */
const SPARE = 4;

/** First row in sight and the one after the last. */
export function useVisibleRows(scroller: RefObject<HTMLElement | null>, count: number): [number, number] {
  const [[first, end], setRange] = useState<[number, number]>([0, 16]);
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const measure = () => {
      const top = Math.floor(element.scrollTop / ROW_HEIGHT);
      const rows = Math.ceil(element.clientHeight / ROW_HEIGHT);
      const next: [number, number] = [Math.max(0, top - SPARE), top + rows + SPARE];
      setRange((range) => (range[0] === next[0] && range[1] === next[1] ? range : next));
    };
    const sizes = new ResizeObserver(measure);
    sizes.observe(element);
    element.addEventListener('scroll', measure, { passive: true });
    return () => {
      sizes.disconnect();
      element.removeEventListener('scroll', measure);
    };
  }, [scroller]);
  return [Math.min(first, count), Math.min(end, count)];
}
