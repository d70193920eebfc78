import { VisuallyHidden } from '@mantine/core';
import '@mantine/core/styles/VisuallyHidden.layer.css';
import { useTranslation } from 'react-i18next';
import { photoDensity } from '../density.tsx';
import classes from './view-skeleton.module.css';

/** Width / height of the placeholders; enough for the first screen of a desktop. */
const RATIOS = [
  1.5, 1.33, 0.75, 1.5, 1.33, 1.78, 0.67, 1.33, 1.5, 1, 1.5, 1.33, 1.33, 0.75, 1.5, 1.33, 1.78, 1.5,
];

/** Placeholders while the photos of a view are loading [TL-02]; without a title in an album. */
export function ViewSkeleton({ isTitled = true }: { isTitled?: boolean }) {
  const { t } = useTranslation();
  return (
    <div role="status" className={classes.view} data-waiting data-density={photoDensity.use()}>
      <VisuallyHidden>{t('library.loading')}</VisuallyHidden>
      {isTitled && <div className={classes.title} />}
      <div className={classes.tiles}>
        {RATIOS.map((ratio, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes.
          <div key={index} className={classes.tile} style={{ flexGrow: ratio, aspectRatio: ratio }} />
        ))}
      </div>
    </div>
  );
}
