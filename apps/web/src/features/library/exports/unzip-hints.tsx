import { useTranslation } from 'react-i18next';
import classes from './export-page.module.css';

/** How to open a zip on this device, with other systems behind a disclosure [EXP-21]. */
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

const SYSTEMS = ['windows', 'mac', 'ios', 'android', 'linux'] as const;
type OperatingSystem = (typeof SYSTEMS)[number];

type Device = Pick<Navigator, 'userAgent' | 'maxTouchPoints'>;

/** The operating system reported by a browser. An iPad claims to be a Mac, but has a touch screen. */
export function operatingSystemOf({ userAgent, maxTouchPoints }: Device): OperatingSystem {
  if (/iPhone|iPad|iPod/.test(userAgent)) return 'ios';
  if (/Android/.test(userAgent)) return 'android';
  if (/Macintosh/.test(userAgent)) return maxTouchPoints > 1 ? 'ios' : 'mac';
  return /Linux|CrOS|X11/.test(userAgent) ? 'linux' : 'windows';
}
