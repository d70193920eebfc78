import { type ReactNode, useMemo, useRef } from 'react';
import { hasProblem, type ImportItem } from '../queue/import-item.ts';
import classes from './item-list.module.css';
import { ROW_HEIGHT, useVisibleRows } from './use-visible-rows.ts';

type Props = {
  items: readonly ImportItem[];
  /** What the list is called. */
  label: string;
  renderRow: (item: ImportItem) => ReactNode;
};

/** Files, those that need a look first. Only the rows in sight are drawn, so that ten thousand are as light as ten. */
export function ItemList({ items: given, label, renderRow }: Props) {
  const items = useMemo(() => problemsFirst(given), [given]);
  const scroller = useRef<HTMLDivElement>(null);
  const [first, end] = useVisibleRows(scroller, items.length);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region has to be reachable by keys
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
  const problems = items.filter(hasProblem);
  return problems.length === 0 ? items : [...problems, ...items.filter((item) => !hasProblem(item))];
}
