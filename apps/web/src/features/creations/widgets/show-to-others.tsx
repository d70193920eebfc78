import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import classes from './widget-page.module.css';

/** Link from a product to its widget, or to creating one. */
export function ShowToOthers({ productCode }: { productCode: string }) {
  const { t } = useTranslation();
  return (
    <Link className={classes.summary} to="/widgets/$productCode" params={{ productCode }}>
      {t('widgets.show')}
    </Link>
  );
}
