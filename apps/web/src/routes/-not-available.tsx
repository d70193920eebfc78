import { Button } from '@mantine/core';
import { Link, type LinkProps, useLocation, useMatches } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '#/shared/ui/empty-state.tsx';
import { Page } from '#/shared/ui/page.tsx';

type Words = { text: string; label: string; to: LinkProps['to'] };

/**
 * What is said in place of the pages below a part of an address, and where that leads. Not with the routes, which are in the first
 * scripts.
 */
const INSTEAD: Readonly<Record<string, Words>> = {
  invoices: { text: 'invoices.instead', label: 'orders.back', to: '/orders' },
  integration: { text: 'integration.instead', label: 'orders.back', to: '/orders' },
  b2b: { text: 'business.instead', label: 'shell.settings', to: '/settings' },
  'order-prints': { text: 'orderPrints.instead', label: 'home.allPhotos', to: '/my-photos/photos' },
  exports: { text: 'export.instead', label: 'home.allPhotos', to: '/my-photos/photos' },
};
const GENERAL: Words = { text: 'errors.notAvailable', label: 'errors.toHome', to: '/' };

/** In place of a page that this account does not have [B2B-07]: says so, and leads to what comes closest. */
export default function NotAvailable() {
  const { t } = useTranslation();
  const pathname = useLocation({ select: (location) => location.pathname });
  const heading = useMatches({ select: (matches) => matches.at(-1)?.staticData.heading?.text });
  const [{ text, label, to } = GENERAL] = pathname.split('/').flatMap((part) => INSTEAD[part] ?? []);
  return (
    <Page title={t(heading ?? 'errors.notAvailableTitle')}>
      <EmptyState action={<Button renderRoot={(props) => <Link to={to} {...props} />}>{t(label)}</Button>}>
        {t(text)}
      </EmptyState>
    </Page>
  );
}
