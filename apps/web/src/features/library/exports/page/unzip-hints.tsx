import { useTranslation } from 'react-i18next';
import classes from './export-page.module.css';
import { operatingSystemOf, SYSTEMS } from './operating-system.ts';

/** How a zip is opened on this device, and on others for whom will do it there [EXP-21]. */
export function UnzipHints() {
  const { t } = useTranslation();
  const own = operatingSystemOf(navigator);
  return (
    <div className={classes.hints}>
      <p>{t(`export.unzip.${own}`)}</p>
      <details>
        <summary>{t('export.otherSystems')}</summary>
        <ul>
          {SYSTEMS.filter((system) => system !== own).map((system) => (
            <li key={system}>{t(`export.unzip.${system}`)}</li>
          ))}
        </ul>
      </details>
    </div>
  );
}
