import type { Leaf, Opening } from '@keepsake/contracts/creations/openings';
import { pictureAt } from '@keepsake/contracts/platform/limits';
import { type CSSProperties, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { thumbhashColour } from '#/shared/ui/thumbhash-image.ts';
import { useNameOpening } from './page-names.ts';
import classes from './page-strip.module.css';

type Props = {
  openings: readonly Opening[];
  at: number;
  total: number;
  onShow: (at: number) => void;
};

/** A row of small pictures of all pages, loaded as they scroll into view. A single tab stop: arrow keys move within it. */
export function PageStrip({ openings, at, total, onShow }: Props) {
  const { t } = useTranslation();
  const nameOpening = useNameOpening(total);
  const strip = useRef<HTMLUListElement>(null);
  useLayoutEffect(() => {
    const list = strip.current;
    const item = list?.children[at] as HTMLElement | undefined;
    if (list && item) list.scrollLeft = item.offsetLeft - (list.clientWidth - item.offsetWidth) / 2;
  }, [at]);
  return (
    <ul ref={strip} className={classes.strip} aria-label={t('onlineProducts.allPages')}>
      {openings.map((opening, index) => (
        <li key={opening.name}>
          <button
            type="button"
            className={classes.button}
            style={{ '--ratio': opening.ratio } as CSSProperties}
            tabIndex={-1}
            aria-label={nameOpening(opening)}
            aria-current={index === at || undefined}
            onClick={() => onShow(index)}
          >
            {opening.leaves.map((leaf) => (
              <Thumbnail key={leaf.key} leaf={leaf} />
            ))}
          </button>
          <span className={classes.numbers} aria-hidden="true">
            {opening.numbers.join('–') || '\u00a0'}
          </span>
        </li>
      ))}
    </ul>
  );
}

function Thumbnail({ leaf: { page, half, ratio } }: { leaf: Leaf }) {
  const backgroundColor = page.thumbhash ? thumbhashColour(page.thumbhash) : undefined;
  return (
    <span
      className={classes.leaf}
      data-half={half ?? undefined}
      style={{ '--leaf': ratio, backgroundColor } as CSSProperties}
    >
      {page.pictureUrl && (
        <img src={pictureAt(page.pictureUrl, 300)} alt="" loading="lazy" decoding="async" draggable={false} />
      )}
    </span>
  );
}
