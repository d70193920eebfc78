import { Button } from '@mantine/core';
import { Link, type LinkProps, useMatches } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '#/shared/ui/empty-state.tsx';
import { Page } from '#/shared/ui/page.tsx';

type Words = { text: string; label: string; to: LinkProps['to'] };

/** What is said in place of a page, and where that leads. Not with the routes, which are in the first scripts. */
const INSTEAD = {
  invoices: { text: 'invoices.instead', label: 'orders.back', to: '/orders' },
  orderLists: { text: 'integration.instead', label: 'orders.back', to: '/orders' },
  settings: { text: 'business.instead', label: 'shell.settings', to: '/settings' },
  prints: { text: 'orderPrints.instead', label: 'home.allPhotos', to: '/my-photos/photos' },
  exports: { text: 'export.instead', label: 'home.allPhotos', to: '/my-photos/photos' },
  page: { text: 'errors.notAvailable', label: 'errors.toHome', to: '/' },
} as const satisfies Record<string, Words>;

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Which words stand in place of the page for an account that does not have it. */
    instead?: keyof typeof INSTEAD;
  }
}

/** In place of a page that this account does not have [B2B-07]: says so, and leads to what comes closest. */
export default function NotAvailable() {
  const { t } = useTranslation();
  const instead = useMatches({
    select: (matches) => matches.findLast(({ staticData }) => staticData.instead)?.staticData.instead,
  });
  const heading = useMatches({ select: (matches) => matches.at(-1)?.staticData.heading?.text });
  const { text, label, to }: Words = INSTEAD[instead ?? 'page'];
  return (
    <Page title={t(heading ?? 'errors.notAvailableTitle')}>
      <EmptyState action={<Button renderRoot={(props) => <Link to={to} {...props} />}>{t(label)}</Button>}>
        {t(text)}
      </EmptyState>
    </Page>
  );
}
