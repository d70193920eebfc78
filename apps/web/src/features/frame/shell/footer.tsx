import { useTranslation } from 'react-i18next';
import { useChannel } from '#/shared/configuration.tsx';
import classes from './footer.module.css';

export function Footer() {
  const { t } = useTranslation();
  const { name, faqUrl, customerCareUrl, productsUrl } = useChannel();
  return (
    <footer className={classes.footer}>
      <span>
        © {new Date().getFullYear()} {name}
      </span>
      <nav className={classes.links} aria-label={t('shell.footer')}>
        <a href={productsUrl}>{t('shell.products')}</a>
        <a href={faqUrl}>{t('shell.faq')}</a>
        <a href={customerCareUrl}>{t('shell.customerCare')}</a>
      </nav>
    </footer>
  );
}
