import { useTranslation } from 'react-i18next';
import classes from './skip-link.module.css';

/** Id of the element that the skip link leads to. */
export const CONTENT_ID = 'content';

/** First stop of the keyboard: past the menus, to the page. */
export function SkipLink() {
  const { t } = useTranslation();
  return (
    <a className={classes.link} href={`#${CONTENT_ID}`}>
      {t('shell.skipToContent')}
    </a>
  );
}
