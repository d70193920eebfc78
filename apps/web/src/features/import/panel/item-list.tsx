import { useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useImportQueue } from '../import-context.ts';
import { hasProblem, type ImportItem } from '../queue/import-item.ts';
import classes from './item-list.module.css';
import { ItemRow } from './item-row.tsx';
import { ROW_HEIGHT, useVisibleRows } from './use-visible-rows.ts';

/** The picked files, those that need a look first. Only the rows in sight are drawn, so that ten thousand are as light as ten. */
export function ItemList() {
  const { t } = useTranslation();
  const queue = useImportQueue();
  const items = useMemo(() => problemsFirst(queue.items), [queue.items]);
  const scroller = useRef<HTMLDivElement>(null);
  const [first, end] = useVisibleRows(scroller, items.length);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region has to be reachable by keys
    <section ref={scroller} className={classes.scroller} tabIndex={0} aria-label={t('import.list')}>
      <ul className={classes.list} style={{ blockSize: items.length * ROW_HEIGHT }}>
        {items.slice(first, end).map((item, at) => (
          <li
            key={item.id}
            className={classes.row}
            style={{ insetBlockStart: (first + at) * ROW_HEIGHT }}
            aria-setsize={items.length}
            aria-posinset={first + at + 1}
          >
            <ItemRow item={item} />
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
