import { useTranslation } from 'react-i18next';
import classes from './boot-screens.module.css';

/** Shown before texts are loaded: the same outline as in `index.html`, without words. */
export function BootLoader() {
  return (
    <div className="start" aria-busy="true">
      <header className="start-bar" />
      <div className="start-page">
        <span />
        <span />
      </div>
    </div>
  );
}

/** Without the configuration there are no texts either, so this is the only screen that is always in English. */
export function BootFailure({ onRetry }: { onRetry: () => void }) {
  return (
    <main className={classes.screen}>
      <div className={classes.notice}>
        <h1>We cannot open your account right now</h1>
        <p>An unexpected error has occurred, please contact us if you continue to have problems.</p>
        <button type="button" onClick={onRetry}>
          Try again
        </button>
      </div>
    </main>
  );
}

/** Shown when the browser blocks storage for this site [COK-04, COK-05]. */
export function CookieBlocked() {
  const { t } = useTranslation();
  return (
    <main className={classes.screen}>
      <div className={classes.notice}>
        <h1>{t('cookieBlocked.title')}</h1>
        <p>{t('cookieBlocked.text')}</p>
        <button type="button" onClick={() => window.location.reload()}>
          {t('errors.tryAgain')}
        </button>
      </div>
    </main>
  );
}
