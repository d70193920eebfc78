import { type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { listenTo } from '#/shared/signal.ts';
import { hasProblem, type ImportItem } from './import-item.ts';
import classes from './item-list.module.css';

type Props = {
  items: readonly ImportItem[];
  /** Accessible name. */
  label: string;
  renderRow: (item: ImportItem) => ReactNode;
};

/** Files, those with problems first. Virtualised, so that ten thousand cost no more than ten. */
export function ItemList({ items: given, label, renderRow }: Props) {
  const items = useMemo(() => problemsFirst(given), [given]);
  const scroller = useRef<HTMLDivElement>(null);
  const [first, end] = useVisibleRows(scroller, items.length);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
    <section ref={scroller} className={classes.scroller} tabIndex={0} aria-label={label}>
      <ul className={classes.list} style={{ blockSize: items.length * ROW_HEIGHT }}>
        {items.slice(first, end).map((item, at) => (
          <li
            key={item.id}
            className={classes.row}
            style={{ insetBlockStart: (first + at) * ROW_HEIGHT }}
            aria-setsize={items.length}
            aria-posinset={first + at + 1}
          >
            {renderRow(item)}
          </li>
        ))}
      </ul>
    </section>
  );
}

function problemsFirst(items: readonly ImportItem[]): readonly ImportItem[] {
  const isFirst = (item: ImportItem) => hasProblem(item) || item.canBeShown === false;
  const first = items.filter(isFirst);
  return first.length === 0 ? items : [...first, ...items.filter((item) => !isFirst(item))];
}

/** Height of a row in CSS pixels. */
const ROW_HEIGHT = 64;
/** Rows rendered beyond either edge. */
const SPARE = 4;

/** The first visible row, and the one after the last. */
function useVisibleRows(scroller: RefObject<HTMLElement | null>, count: number): [number, number] {
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
    const stop = listenTo(element, 'scroll', measure, { passive: true });
    return () => {
      sizes.disconnect();
      stop();
    };
  }, [scroller]);
  return [Math.min(first, count), Math.min(end, count)];
}
