import { useTranslation } from 'react-i18next';
import { useIsMobile } from '#/shared/layout.ts';
import { createStoredValue } from '#/shared/storage.ts';
import { ComfortableIcon, CompactIcon } from '#/shared/ui/icons.tsx';
import { QuietButton } from '#/shared/ui/quiet-button.tsx';
import classes from './density.module.css';

const DENSITIES = ['comfortable', 'compact'] as const;

/** Few large photos, or many small ones. */
export type Density = (typeof DENSITIES)[number];

/** One setting per device, for timeline, albums and shared albums. */
export const photoDensity = createStoredValue<Density>({
  key: 'photoDensity',
  parse: (saved) => DENSITIES.find((one) => one === saved) ?? 'comfortable',
  format: String,
});

const ICONS = { comfortable: <ComfortableIcon />, compact: <CompactIcon /> };

/** Control for the density beside the sort; a toggle for compact on phones. */
export function DensityControl() {
  const { t } = useTranslation();
  const density = photoDensity.use();
  const isMobile = useIsMobile();
  const choices = isMobile ? (['compact'] as const) : DENSITIES;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields.
    <div role="group" aria-label={t('library.density')} className={classes.control}>
      {choices.map((one) => (
        <button
          key={one}
          type="button"
          className={classes.choice}
          aria-label={t(`library.${one}`)}
          title={t(`library.${one}`)}
          aria-pressed={one === density}
          onClick={() => photoDensity.set(isMobile && one === density ? 'comfortable' : one)}
        >
          {ICONS[one]}
        </button>
      ))}
    </div>
  );
}

/** The same as menu items. */
export function DensityChoices() {
  const { t } = useTranslation();
  const density = photoDensity.use();
  return DENSITIES.map((one) => (
    <QuietButton
      key={one}
      icon={ICONS[one]}
      label={t(`library.${one}`)}
      isPressed={one === density}
      onPress={() => photoDensity.set(one)}
    />
  ));
}
