import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import classes from './pages-link.module.css';

/** Link from a product of an order to its pages. */
export function PagesLink({ productCode }: { productCode: string }) {
  const { t } = useTranslation();
  return (
    <Link className={classes.link} to="/online-products/$productCode" params={{ productCode }}>
      {t('onlineProducts.look')}
    </Link>
  );
}
