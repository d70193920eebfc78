import { VisuallyHidden } from '@mantine/core';
import '@mantine/core/styles/VisuallyHidden.layer.css';
import { useTranslation } from 'react-i18next';
import classes from './view-skeleton.module.css';

/** Width / height of the pictures that are not there yet; enough for the first screen of a desk. */
const RATIOS = [
  1.5, 1.33, 0.75, 1.5, 1.33, 1.78, 0.67, 1.33, 1.5, 1, 1.5, 1.33, 1.33, 0.75, 1.5, 1.33, 1.78, 1.5,
];

/** A view's layout while its photos are on their way [TL-02]; those of an album stand under no title. */
export function ViewSkeleton({ isTitled = true }: { isTitled?: boolean }) {
  const { t } = useTranslation();
  return (
    <div role="status">
      <VisuallyHidden>{t('library.loading')}</VisuallyHidden>
      {isTitled && <div className={classes.title} />}
      <div className={classes.tiles}>
        {RATIOS.map((ratio, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a drawing that never changes.
          <div key={index} className={classes.tile} style={{ flexGrow: ratio, aspectRatio: ratio }} />
        ))}
      </div>
    </div>
  );
}
