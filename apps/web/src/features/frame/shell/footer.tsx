import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ChannelLink } from '#/shared/channel-links.tsx';
import { useChannel } from '#/shared/configuration.tsx';
import { useIsBlocked } from '#/shared/customer-query.ts';
import { LegalLinks } from '#/shared/legal-links.tsx';
import { serverNow } from '#/shared/server-time.ts';
import classes from './shell.module.css';

/** Links that every page ends with: help, the brand's legal pages, withdrawal and cookies. */
export function Footer() {
  const { t } = useTranslation();
  const { name, faqUrl, customerCareUrl, productsUrl } = useChannel();
  const isBlocked = useIsBlocked();
  return (
    <footer className={classes.footer}>
      <span>
        © {serverNow().getFullYear()} {name}
      </span>
      <nav className={classes.links} aria-label={t('shell.footer')}>
        {!isBlocked && <ChannelLink href={productsUrl}>{t('shell.products')}</ChannelLink>}
        <ChannelLink href={faqUrl}>{t('shell.faq')}</ChannelLink>
        <ChannelLink href={customerCareUrl}>{t('shell.customerCare')}</ChannelLink>
        <Link to="/withdrawal">{t('shell.withdrawal')}</Link>
        <LegalLinks />
        <Link to="/cookies">{t('shell.cookies')}</Link>
      </nav>
    </footer>
  );
}

/** The brand's legal pages, at the end of pages that have nothing else there. */
export function LegalNav() {
  const { t } = useTranslation();
  return (
    <nav className={classes.legal} aria-label={t('shell.footer')}>
      <LegalLinks />
    </nav>
  );
}
